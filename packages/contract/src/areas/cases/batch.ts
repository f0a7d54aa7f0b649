import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, Id, meant, oneOf, open } from '../../schema.ts';
import { CreateEvalCase, MAX_REQUEST_CASES } from './documents.ts';
import { Prose } from '../../text.ts';

export const DuplicatePolicy = oneOf(['block', 'warn', 'create_anyway'], {
  description:
    'How a case that repeats another one is treated: not written, written with a warning, or simply written. All but `block` need `overrideReason`.',
});
export const OverrideReason = Prose(2000, {
  minLength: 1,
  description: 'Why repeating a case is intended. Kept as written: no place for secrets.',
});

/** The body that adds many cases. Each case is written on its own: a refused case does not stop the others. */
export type CreateEvalCases = Static<typeof CreateEvalCases>;
export const CreateEvalCases = closed(
  {
    cases: Type.Array(meant<Record<string, unknown>>(CreateEvalCase, { type: 'object' }), {
      minItems: 1,
      maxItems: MAX_REQUEST_CASES,
      description: 'An invalid one is reported in `failed`.',
    }),
    duplicatePolicy: Type.Optional(
      Type.String({
        description:
          '`block` (the default), `warn` or `create_anyway`; any other value reads as `block` and is reported.',
      }),
    ),
    overrideReason: Type.Optional(OverrideReason),
  },
  { $id: 'EvalCasesBatchCreateRequest' },
);

export type CaseWarning = Static<typeof CaseWarning>;
export const CaseWarning = open({ code: Type.String(), message: Type.String() }, { $id: 'EvalCaseWarning' });

export type CaseRefusal = Static<typeof CaseRefusal>;
export const CaseRefusal = oneOf([
  'INVALID_ITEM',
  'INVALID_CASE_ID',
  'DUPLICATE_CASE_ID',
  'DUPLICATE_IDEMPOTENCY_KEY',
  'IDEMPOTENCY_CONFLICT',
  'DUPLICATE_CONTENT',
  'OVERRIDE_REASON_REQUIRED',
  'INVALID_CASE',
  'INVALID_IMPORT',
  'UNSTORABLE_ITEM',
  'ITEM_TOO_LARGE',
]);

/** The outcome for each case of a batch, by its index. */
export type EvalCasesBatchResult = Static<typeof EvalCasesBatchResult>;
export const EvalCasesBatchResult = open(
  {
    created: Type.Array(
      open({
        index: Type.Integer(),
        id: Id,
        declaredId: Type.Optional(Type.String()),
        title: Type.String(),
        replayed: Type.Boolean({ description: 'An earlier request with the same key wrote it.' }),
        warnings: Type.Optional(Type.Array(CaseWarning)),
      }),
    ),
    failed: Type.Array(
      open({
        index: Type.Integer(),
        title: Type.Optional(Type.String()),
        declaredId: Type.Optional(Type.String()),
        code: CaseRefusal,
        message: Type.String(),
      }),
    ),
    duplicatePolicy: open({
      requestedPolicy: Type.Optional(Type.String()),
      effectivePolicy: DuplicatePolicy,
      coerced: Type.Boolean(),
    }),
    warnings: Type.Optional(Type.Array(CaseWarning)),
  },
  { $id: 'EvalCasesBatchResult' },
);
