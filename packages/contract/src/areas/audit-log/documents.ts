import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, Moment, oneOf, open, page, pageQuery, record } from '../../schema.ts';

const outcome = oneOf(['done', 'refused', 'started', 'failed'], {
  description:
    '`refused`: the caller was not allowed to do it. A request with an effect outside of the platform, such as a tool call, has two entries with the same `requestId`: `started` before it, `done` or `failed` after it. Where the second is missing, the outcome is not known.',
});
const since = Moment('Changes from this moment on, in milliseconds since the epoch.');

export type ListAuditLog = Static<typeof ListAuditLog>;
export const ListAuditLog = open({
  ...pageQuery('', 50, 200).properties,
  userId: Type.Optional(Id),
  keyId: Type.Optional(Id),
  operation: Type.Optional(Type.String({ maxLength: 128, pattern: '^[!-~]+$', description: 'The operationId.' })),
  projectId: Type.Optional(Id),
  since: Type.Optional(since),
  until: Type.Optional(Moment('What happened before this moment.')),
  outcome: Type.Optional(outcome),
});

export type ExportAuditLog = Static<typeof ExportAuditLog>;
export const ExportAuditLog = open({
  cursor: Type.Optional(Type.String({ description: 'Continues after the last entry of an earlier answer.' })),
  since: Type.Optional(since),
});

export type AuditEntry = Static<typeof AuditEntry>;
export const AuditEntry = open(
  {
    id: Id,
    at: EpochMs(),
    operation: Type.String({
      description:
        'The operationId. For a change that was part of another request, and has the same `requestId`, the name of the RPC.',
    }),
    actor: open(
      {
        userId: Type.Optional(Id),
        email: Type.Optional(
          Type.String({ description: 'The address as it is now; absent for an account that no longer exists.' }),
        ),
        keyId: Type.Optional(Id),
        keyPrefix: Type.Optional(Type.String()),
        sessionId: Type.Optional(Id),
      },
      {
        description:
          'The principal, with the key or session that was used. Empty for an attempt that was refused before the principal was known; `target` then says which account was tried.',
      },
    ),
    projectId: Type.Optional(Id),
    target: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Ids of the changed objects, by kind; names where there is no id.',
    }),
    before: Type.Optional(
      record({
        description:
          'The object before the change, as readers saw it. Secrets are masked. Of a long document the longest fields are left out: `[omitted: <bytes>, <8 digits of a hash>]` stands in their place.',
      }),
    ),
    after: Type.Optional(record({ description: 'The same afterwards.' })),
    changed: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The fields in which `before` and `after` differ, where there are both.',
      }),
    ),
    outcome,
    requestId: Type.String({
      description:
        'The `X-Request-Id` of the answer. Behind `client:` stands an id that the client sent: it may be there more than once.',
    }),
    previousHash: Type.Optional(
      Type.String({ description: 'The `hash` of the entry that was stored before; absent for the first entry.' }),
    ),
    hash: Type.String({
      description:
        'SHA-256, in hex, over `previousHash` and the fields of the entry as they were stored. An entry that is changed or removed later breaks the chain: `assay audit verify` tells of it.',
    }),
  },
  { $id: 'AuditEntry' },
);

export const AuditEntryPage = page(AuditEntry, 'AuditEntryPage');
export const AuditExport = Type.Unsafe<Uint8Array>({
  type: 'string',
  $id: 'AuditExport',
  description: 'One AuditEntry as JSON per line.',
});
