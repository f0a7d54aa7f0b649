import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, open } from '../../schema.ts';

/** The newest runs whose failed trials are looked at. */
export const CONFUSION_RUNS = 10;

export type ToolConfusions = Static<typeof ToolConfusions>;
export const ToolConfusions = open(
  {
    runs: Type.Integer({ description: `The newest runs of the server that are over; at most ${CONFUSION_RUNS}.` }),
    items: Type.Array(
      open({
        expected: Type.String({ description: 'The tool that was expected and not called.' }),
        called: Type.String({ description: 'The tool that was called and not expected.' }),
        trials: Type.Integer(),
        example: open({ runId: Id, iterationId: Id }),
      }),
      { description: 'The most frequent first; at most 50.' },
    ),
  },
  { $id: 'ToolConfusions' },
);
