import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, Id, nullable, oneOf, open } from '../../schema.ts';
import { EvalAssertion } from '../cases/assertion.ts';
import { Agreement } from '../judges/labels.ts';
import { MatchOptionsInput } from '../cases/match-options.ts';
import { Rubric } from '../suites/settings.ts';

const Count = Type.Integer({ minimum: 0 });

/** The body that grades a recorded run with draft settings. */
export type BacktestEvalRun = Static<typeof BacktestEvalRun>;
export const BacktestEvalRun = closed(
  {
    checks: Type.Optional(Type.Array(EvalAssertion, { maxItems: 200, description: "Instead of the suite's checks." })),
    matchOptions: Type.Optional(MatchOptionsInput),
    rubric: Type.Optional({
      ...nullable(Rubric),
      description:
        "Instead of the judge's; null is none. The judge's recorded opinion decides each criterion: a criterion with another wording was not judged.",
    }),
    threshold: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: "Instead of the judge's, over the scores that it gave." }),
    ),
    cursor: Type.Optional(Type.String({ description: 'Continues where an answer to the same draft ended.' })),
  },
  { $id: 'EvalBacktestRequest', description: 'Match options are laid over the match options of every case.' },
);

const Side = open({
  result: nullable(oneOf(['passed', 'failed'])),
  evaluatorError: Type.Boolean(),
  judgePassed: Type.Optional(
    nullable(Type.Boolean({ description: 'Null when the recorded opinion of the judge does not answer the draft.' })),
  ),
});
const Sum = open({ passed: Count, failed: Count, evaluatorErrors: Count, judgePassed: Count, judgeFailed: Count });

/** The outcome that a run would have had with other settings, computed from its recorded trials. */
export type EvalBacktest = Static<typeof EvalBacktest>;
export const EvalBacktest = open(
  {
    runId: Id,
    before: Sum,
    after: Sum,
    flips: open({ toPassed: Count, toFailed: Count }, { description: 'Results that the draft turns.' }),
    notReplayed: {
      ...Count,
      description:
        'Trials of which nothing was recorded, or that never completed: their results stay, and they are in no count.',
    },
    notJudged: Type.Array(Type.String(), { description: 'Criteria of the draft on which the judge was never asked.' }),
    iterations: Type.Array(
      open({
        iterationId: Id,
        testCaseId: Id,
        title: Type.String(),
        iterationNumber: Type.Integer(),
        before: Side,
        after: Side,
      }),
    ),
    agreement: Type.Optional(
      open(
        { before: Agreement, after: Agreement },
        {
          description:
            "Compared with people's labels, where there are any: the judge where the draft changes the judge, the results otherwise.",
        },
      ),
    ),
    continuation: Type.Optional(
      open(
        { cursor: Type.String() },
        { description: 'There are more trials: send the same draft with this cursor, and add the counts up.' },
      ),
    ),
  },
  { $id: 'EvalBacktest' },
);
