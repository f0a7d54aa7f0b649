import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, oneOf, when } from '../../schema.ts';
import { Prose } from '../../text.ts';

/**
 * A converter's claim about a case that it imported. It is only a claim: approvals belong to runs and are refused here.
 */
export type EvalCaseImportClaim = Static<typeof EvalCaseImportClaim>;
export const EvalCaseImportClaim = closed(
  {
    status: oneOf(['exact', 'approximated', 'unsupported', 'unresolved'], {
      description:
        '`exact`: mapped one to one, as `note` says; `approximated`: a person must approve it for every run; `unsupported`: this format cannot express it; `unresolved`: it refers to an object that the live target does not have. The last two cannot run.',
    }),
    sourceCaseKey: Type.Optional(Prose(512, { minLength: 1 })),
    note: Type.Optional(
      Prose(2000, {
        minLength: 1,
        description: 'Required when `status` is `exact`. Kept as written: no place for secrets.',
      }),
    ),
  },
  {
    $id: 'EvalCaseImportClaim',
    examples: [{ status: 'exact', note: 'Every assertion has its counterpart.' }],
    ...when(
      { type: 'object', properties: { status: { const: 'exact' } }, required: ['status'] },
      { type: 'object', required: ['note'] },
    ),
  },
);

/** The place in a Markdown document that a case comes from. */
export type EvalCaseSource = Static<typeof EvalCaseSource>;
export const EvalCaseSource = closed(
  {
    format: oneOf(['markdown']),
    method: oneOf(['ai'], { description: 'A model proposed the case and a person reviewed it.' }),
    fileName: Prose(255, { minLength: 1 }),
    fileHash: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: "SHA-256 of the document's bytes, in lowercase hex.",
    }),
    excerpt: Prose(102_400, { minLength: 1, description: 'The lines as they stand in the document.' }),
    startLine: Type.Integer({ minimum: 1 }),
    endLine: Type.Integer({ minimum: 1, description: 'Inclusive, and never less than `startLine`.' }),
    extractorVersion: Prose(100, { minLength: 1 }),
  },
  { $id: 'EvalCaseSource' },
);
