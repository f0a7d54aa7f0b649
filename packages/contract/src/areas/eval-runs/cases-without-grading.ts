import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, oneOf, open } from '../../schema.ts';

/** Why nothing decides a case, so that its trials pass with any answer of the server. */
export type GradingGap = Static<typeof GradingGap>;
export const GradingGap = oneOf(['noAssertion', 'advisoryOnly', 'expectedOutputNotRead'], {
  $id: 'EvalGradingGap',
  description:
    '`noAssertion`: the case asserts nothing. `advisoryOnly`: all of its assertions are advisory. `expectedOutputNotRead`: it has an expected output, and no judge that decides reads it.',
});

/** The cases of a run that nothing decides. */
export type CasesWithoutGrading = Static<typeof CasesWithoutGrading>;
export const CasesWithoutGrading = open(
  {
    count: Type.Integer({ minimum: 1 }),
    total: Type.Integer({ minimum: 1, description: 'Of all cases of the run.' }),
    cases: Type.Array(open({ testCaseId: Id, title: Type.String(), reason: GradingGap }), {
      description: 'The first 20.',
    }),
    message: Type.String({ description: 'For people: "3 of 12 cases decide nothing", and which.' }),
  },
  {
    $id: 'EvalCasesWithoutGrading',
    description:
      'The cases that nothing decides: no gating assertion, no gating judge, no tool call step that has to succeed, no bound on extra calls, and the case is not negative. Absent when there is none. When it is every case, the run has no verdict: `gradingNotConfigured`. Results of ingested runs decide.',
  },
);
