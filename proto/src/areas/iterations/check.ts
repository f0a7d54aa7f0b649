import { Type } from 'typebox';
import { oneOf, open } from '../../schema.ts';

/** The verdict of one assertion on one iteration, with the reason in words. */
export const EvalCheck = open(
  {
    type: Type.String(),
    source: oneOf(['step', 'case', 'suite']),
    stepId: Type.Optional(Type.String()),
    role: Type.String(),
    stage: Type.String(),
    status: oneOf(['passed', 'failed', 'error', 'not_applicable'], {
      description: '`error`: the evidence was missing or unusable, so nothing is said about the server.',
    }),
    reason: Type.String(),
  },
  { $id: 'EvalCheck' },
);
