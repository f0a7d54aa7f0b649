import { Type, type Static } from 'typebox';
import { EpochMs, Id, oneOf, open, page, pageQuery, record } from '../../schema.ts';

const moment = (description: string) => Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000, description });
const outcome = oneOf(['done', 'refused'], { description: '`refused`: it was tried by somebody who may not.' });
const since = moment('What happened at this moment or later, in milliseconds since the epoch.');

export type ListAuditLog = Static<typeof ListAuditLog>;
export const ListAuditLog = open({
  ...pageQuery('', 50, 200).properties,
  userId: Type.Optional(Id),
  keyId: Type.Optional(Id),
  operation: Type.Optional(Type.String({ maxLength: 128, pattern: '^[!-~]+$', description: 'The operationId.' })),
  projectId: Type.Optional(Id),
  since: Type.Optional(since),
  until: Type.Optional(moment('What happened before this moment.')),
  outcome: Type.Optional(outcome),
});

export type ExportAuditLog = Static<typeof ExportAuditLog>;
export const ExportAuditLog = open({
  cursor: Type.Optional(Type.String({ description: 'Goes on after what an earlier answer ended with.' })),
  since: Type.Optional(since),
});

export type AuditEntry = Static<typeof AuditEntry>;
export const AuditEntry = open(
  {
    id: Id,
    at: EpochMs(),
    operation: Type.String({
      description:
        'The operationId; of a change that another request brought with it, which has the same `requestId`, the name of the RPC.',
    }),
    actor: open(
      {
        userId: Type.Optional(Id),
        email: Type.Optional(Type.String({ description: 'As it is now; absent for somebody who is gone.' })),
        keyId: Type.Optional(Id),
        keyPrefix: Type.Optional(Type.String()),
        sessionId: Type.Optional(Id),
      },
      {
        description:
          'Who it was, and with which key or session. Empty for whoever was refused before it was known who they are; `target` says with which account they tried.',
      },
    ),
    projectId: Type.Optional(Id),
    target: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Ids, and names where there is no id, of what was changed, by what they are ids of.',
    }),
    before: Type.Optional(
      record({
        description:
          'What was changed, as readers saw it before. Secrets are masked. Of a long document the longest fields are left out: `[omitted: <bytes>, <8 digits of a hash>]` stands in their place.',
      }),
    ),
    after: Type.Optional(record({ description: 'The same afterwards.' })),
    changed: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The fields in which `before` and `after` differ, where there are both.',
      }),
    ),
    outcome,
    requestId: Type.String({ description: 'The `X-Request-Id` of the answer.' }),
  },
  { $id: 'AuditEntry' },
);

export const AuditEntryPage = page(AuditEntry, 'AuditEntryPage');
export const AuditExport = Type.Unsafe<Uint8Array>({
  type: 'string',
  $id: 'AuditExport',
  description: 'One AuditEntry as JSON per line.',
});
