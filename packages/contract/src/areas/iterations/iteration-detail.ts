import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, nullable, open } from '../../schema.ts';
import { EvalRunCase, TrialMarkName } from '../eval-runs/run-cases.ts';
import { EvalIteration } from './documents.ts';
import { EvalCaseEvaluation } from './evaluations.ts';

const { iterationId: _iteration, trial: _trial, ...failure } = EvalRunCase.properties.firstFailure.properties;
const { opinions, labels } = EvalCaseEvaluation.properties;

/** One iteration with everything that was found about it, and its neighbours. */
export type EvalIterationDetail = Static<typeof EvalIterationDetail>;
export const EvalIterationDetail = open(
  {
    ...EvalIteration.properties,
    caseId: Type.Optional(Type.String({ description: 'The id that a suite file declares.' })),
    trials: Type.Integer({ minimum: 1, description: 'The number of trials of its case with its model.' }),
    mark: TrialMarkName,
    sentence: Type.String({
      description: 'The outcome in words, in which words of the server may stand. Plain text.',
    }),
    failure: Type.Optional(open(failure, { description: 'Of an iteration that failed.' })),
    nextAction: Type.Optional(
      Type.String({ description: 'What to try next, in one sentence; of an iteration that ran and did not pass.' }),
    ),
    opinions,
    labels,
    trace: nullable(
      open(
        {
          traceId: Type.Optional(Type.String({ description: 'The W3C trace id that the MCP servers were sent.' })),
          storedBytes: Type.Integer({
            minimum: 0,
            description: 'Compressed, of the transcript and of the parts with spans and messages.',
          }),
        },
        { description: 'Null while nothing has been recorded, and after it was deleted.' },
      ),
    ),
    previousFailedIterationId: nullable({
      ...Id,
      description: 'The failed iteration before this one, in the order of the cases of the run.',
    }),
    nextFailedIterationId: nullable(Id),
  },
  { $id: 'EvalIterationDetail' },
);
