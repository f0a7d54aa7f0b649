import { Type } from '../../type.ts';
import { oneOf, open } from '../../schema.ts';
import { answeredRole } from '../cases/role.ts';
import { FailureWords } from './failure-words.ts';

/** The verdict of one assertion on one iteration, with the reason in words. */
export const EvalCheck = open(
  {
    type: Type.String(),
    source: oneOf(['step', 'case', 'suite']),
    stepId: Type.Optional(Type.String()),
    role: answeredRole('Whether the verdict of the trial depends on it.'),
    stage: Type.String(),
    status: oneOf(['passed', 'failed', 'error', 'not_applicable'], {
      description: '`error`: the evidence was missing or unusable, so nothing is said about the server.',
    }),
    reason: Type.String(),
    ...FailureWords.properties,
    live: Type.Optional(
      Type.Literal(true, {
        description: 'The verdict was reached on a live page while the trial ran; a regrade keeps it.',
      }),
    ),
  },
  { $id: 'EvalCheck' },
);
