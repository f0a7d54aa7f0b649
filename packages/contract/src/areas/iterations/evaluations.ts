import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, open, page, pageQuery } from '../../schema.ts';
import { Chain } from '../analysis/decision-summary.ts';
import { EvalIterationJudge } from '../judges/documents.ts';
import { EvalIterationLabels } from '../judges/labels.ts';
import { EvalIteration } from './documents.ts';

const { iterationNumber, model, status, result, durationMs, failureSource, error, errorCode } =
  EvalIteration.properties;
const { evaluatorError, checks, faults, scores } = EvalIteration.properties;

/** Everything that was found about one trial: by assertions, by judges and by people. */
export type EvalCaseEvaluation = Static<typeof EvalCaseEvaluation>;
export const EvalCaseEvaluation = open(
  {
    iterationId: Id,
    iterationNumber,
    model,
    status,
    result,
    durationMs,
    failureSource,
    error,
    errorCode,
    chain: Chain,
    nextAction: Type.Optional(
      Type.String({ description: 'What to try next, in one sentence; of a trial that ran and did not pass.' }),
    ),
    evaluatorError,
    checks,
    faults,
    scores,
    opinions: Type.Array(
      open({
        ...EvalIterationJudge.properties,
        judgeVersion: Type.String(),
        model: Type.String(),
        threshold: Type.Number({ minimum: 0, maximum: 1 }),
        askedAt: EpochMs(),
      }),
      { description: 'All opinions of judges, the newest first.' },
    ),
    labels: EvalIterationLabels.properties.labels,
  },
  { $id: 'EvalCaseEvaluation' },
);

export const EvalCaseEvaluationPage = page(EvalCaseEvaluation, 'EvalCaseEvaluationPage');
export const ListEvalCaseEvaluations = pageQuery('ListEvalCaseEvaluations', 50, 200);
