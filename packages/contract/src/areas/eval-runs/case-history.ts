import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, nullable, oneOf, open } from '../../schema.ts';
import { CaseOutcome, TrialMarkName } from './run-cases.ts';

/** The number of finished runs that a history covers. */
export const HISTORY_RUNS = 10;

/** The outcomes of the cases of a suite in its newest finished runs. */
export type EvalSuiteCaseHistory = Static<typeof EvalSuiteCaseHistory>;
export const EvalSuiteCaseHistory = open(
  {
    suiteId: Id,
    runs: Type.Array(
      open({
        runId: Id,
        runNumber: Type.Integer(),
        verdict: oneOf(['passed', 'failed', 'inconclusive', 'notEstablished']),
        createdAt: EpochMs(),
      }),
      { description: `The newest finished runs, newest first; at most ${HISTORY_RUNS}.` },
    ),
    cases: Type.Array(
      open({
        testCaseId: Id,
        outcomes: Type.Array(nullable(CaseOutcome), {
          description:
            'In the order of `runs`; null where the run did not have the case. With several models: `failed` when it failed with one of them, else `open`, `undecided` or `passed`.',
        }),
        isFlaky: Type.Boolean({
          description:
            'Some of its trials passed and some failed, with one model, in the newest of these runs that had it.',
        }),
        latest: open(
          {
            runId: Id,
            outcome: CaseOutcome,
            trials: Type.Array(TrialMarkName, { description: 'In their order; model after model.' }),
            passed: Type.Integer(),
            eligible: Type.Integer({ description: 'Trials that the rate of the case is over.' }),
            p50DurationMs: nullable(Type.Number({ description: 'Of the trials that ended with a duration.' })),
          },
          { description: 'The newest of these runs that had the case.' },
        ),
      }),
      { description: 'Cases that one of the runs had, in the order of the newest run that had them.' },
    ),
    flakyCases: Type.Integer({ description: 'How many of the cases are flaky.' }),
  },
  { $id: 'EvalSuiteCaseHistory' },
);
