import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, oneOf, open } from '../../schema.ts';

/** The cases of a suite that a run leaves out, because they were imported from another format and cannot run. */
export type CasesLeftOut = Static<typeof CasesLeftOut>;
export const CasesLeftOut = open(
  {
    count: Type.Integer({ minimum: 1 }),
    cases: Type.Array(open({ testCaseId: Id, title: Type.String(), status: oneOf(['unsupported', 'unresolved']) }), {
      description: 'The first 20; `import.note` of a case says what was lost.',
    }),
    message: Type.String({ description: 'For people: "2 cases were left out", and which.' }),
  },
  {
    $id: 'EvalCasesLeftOut',
    description:
      'The cases that the run leaves out, because their import is `unsupported` or `unresolved`; `requireAllCases` refuses such a launch. Absent when there is none.',
  },
);
