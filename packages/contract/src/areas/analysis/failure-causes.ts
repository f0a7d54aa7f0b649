import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, nullable, open } from '../../schema.ts';
import { EvalStage } from './decision-summary.ts';

/** At most this many causes are listed, the ones of most trials first. */
export const MAX_CAUSES = 50;
/** The first run of a cause is looked for in this many of a suite's newest finished runs. */
export const CAUSE_RUNS = 10;

/** The causes of failed trials, over several suites. */
export type EvalFailureCauses = Static<typeof EvalFailureCauses>;
export const EvalFailureCauses = open(
  {
    failedTrials: Type.Integer({ description: 'In the latest finished run of each suite.' }),
    causes: Type.Array(
      open({
        stage: nullable(EvalStage),
        assertion: nullable(Type.String({ description: 'The type of the assertion that failed.' })),
        reason: nullable(
          Type.String({ description: 'In a few words, in which words of a server may stand. Plain text.' }),
        ),
        suiteIds: Type.Array(Id),
        cases: Type.Integer(),
        failedTrials: Type.Integer({ description: 'Of these cases, for any reason.' }),
        first: open(
          { suiteId: Id, runId: Id, runNumber: Type.Integer() },
          {
            description: `The oldest run in which one of these cases failed like this, among the newest ${CAUSE_RUNS} finished runs of its suite.`,
          },
        ),
      }),
      { description: `At most ${MAX_CAUSES}, by their failed trials. A case is counted where its first failure is.` },
    ),
  },
  { $id: 'EvalFailureCauses' },
);
