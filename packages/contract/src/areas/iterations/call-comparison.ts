import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { open } from '../../schema.ts';

const Expected = Type.Integer({ minimum: 0, description: 'The place in `expectedToolCalls`.' });
const Actual = Type.String({ description: 'The id of the call: `spanId` in `actualToolCalls`, `id` in the trace.' });

/** The expected calls of an iteration against the calls that were made, in four groups and the calls as expected. */
export type CallComparison = Static<typeof CallComparison>;
export const CallComparison = open(
  {
    matched: Type.Array(open({ expected: Expected, actual: Actual })),
    differing: Type.Array(
      open({
        expected: Expected,
        actual: Actual,
        pointers: Type.Array(Type.String(), {
          description: 'JSON Pointers into the arguments, of the values that differ, are missing or are too many.',
        }),
      }),
      { description: 'The expected tool was called, with other arguments.' },
    ),
    missing: Type.Array(open({ expected: Expected }), { description: 'The expected tool was not called.' }),
    outOfOrder: Type.Array(
      open({
        actual: Actual,
        expected: Type.Optional(Expected),
        after: Type.Optional(Type.String({ description: 'The tool that was to be called before it.' })),
      }),
      { description: 'The call came at another place than expected.' },
    ),
    extra: Type.Array(open({ actual: Actual }), { description: 'The call was not to be made.' }),
  },
  { $id: 'EvalCallComparison' },
);
