import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, oneOf } from '../../schema.ts';

const Unlimited = { const: 'unlimited' };
const Cap = { type: 'integer', minimum: 0 };

/** How a prompt's expected tool calls are compared with the calls that the model made. */
export type MatchOptions = Static<typeof MatchOptions>;
export const MatchOptions = closed(
  {
    toolCallOrder: oneOf(['any', 'in-order', 'exact']),
    extraToolCalls: Type.Unsafe<'unlimited' | number>({ oneOf: [Unlimited, Cap] }),
    arguments: oneOf(['ignore', 'partial', 'exact']),
  },
  { $id: 'EvalMatchOptions' },
);

/** Match options as a caller writes them: any of the fields, also under their older names. */
export type MatchOptionsInput = Static<typeof MatchOptionsInput>;
export const MatchOptionsInput = closed(
  {
    toolCallOrder: Type.Optional(
      oneOf(['any', 'in-order', 'exact', 'ignore', 'superset', 'strict'], {
        description:
          '`any` when absent. `ignore`, `superset` and `strict` are older names of `any`, `in-order` and `exact`.',
      }),
    ),
    extraToolCalls: Type.Optional(
      Type.Unsafe<'unlimited' | number>({ oneOf: [Unlimited, Cap], description: '`unlimited` when absent.' }),
    ),
    arguments: Type.Optional(oneOf(['ignore', 'partial', 'exact'], { description: '`partial` when absent.' })),
    maxExtraToolCalls: Type.Optional(
      Type.Unsafe<number | null>({
        oneOf: [{ type: 'null' }, Cap],
        description: 'Older name of `extraToolCalls`; null is unlimited.',
      }),
    ),
    argumentMatching: Type.Optional(
      oneOf(['ignore', 'partial', 'exact'], { description: 'Older name of `arguments`.' }),
    ),
  },
  { $id: 'EvalMatchOptionsInput' },
);
