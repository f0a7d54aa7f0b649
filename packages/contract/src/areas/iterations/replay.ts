import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, Id, nullable, oneOf, open, record } from '../../schema.ts';
import { CaseDraft } from '../authoring/drafts.ts';
import { EvalAssertion, StandardCheckId } from '../cases/assertion.ts';
import { EvalCheck } from './check.ts';
import { StepAssertion } from '../cases/step.ts';
import { Prose } from '../../text.ts';

/** The body that tries assertions on a recorded iteration. */
export type PreviewEvalAssertions = Static<typeof PreviewEvalAssertions>;
export const PreviewEvalAssertions = closed(
  {
    assertions: Type.Array(StepAssertion, { minItems: 1, maxItems: 200 }),
    stepId: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'Grades as an assert step right after this step would: on the calls and the reply of its turn. The whole trial when absent.',
      }),
    ),
  },
  { $id: 'EvalAssertionPreviewRequest' },
);

/** The verdicts that the assertions would have had, in their order; nothing is stored. */
export const EvalAssertionPreview = open(
  { iterationId: Id, results: Type.Array(EvalCheck) },
  { $id: 'EvalAssertionPreview' },
);

/** The body that tries the assertions of an edited case on all trials of the case in a run. */
export type PreviewEvalCase = Static<typeof PreviewEvalCase>;
export const PreviewEvalCase = closed(
  {
    assertions: Type.Array(
      closed({
        assertion: StepAssertion,
        afterStepId: Type.Optional(
          Type.String({
            minLength: 1,
            description:
              'Grades as an assert step right after this step of the recorded case would. The whole trial when absent, or when the recorded case has no such step.',
          }),
        ),
      }),
      { minItems: 1, maxItems: 200 },
    ),
  },
  { $id: 'EvalCasePreviewRequest' },
);

/** The verdicts that the assertions would have had on every trial of a case. */
export type EvalCasePreview = Static<typeof EvalCasePreview>;
export const EvalCasePreview = open(
  {
    caseId: Id,
    trials: Type.Array(
      open({
        iterationId: Id,
        iterationNumber: Type.Integer(),
        model: nullable(Type.String()),
        result: nullable(oneOf(['passed', 'failed'], { description: 'As it was graded; null when it has none.' })),
        wouldPass: nullable(
          Type.Boolean({
            description:
              'By the gating ones of these assertions alone; null when none failed and one could not be established.',
          }),
        ),
        results: Type.Array(EvalCheck, { description: 'In the order of the assertions.' }),
      }),
      { description: 'In their order, at most 100.' },
    ),
    withoutRecording: Type.Integer({ description: 'Trials that are left out: nothing of them was kept.' }),
  },
  { $id: 'EvalCasePreview' },
);

/** The body that makes a draft from a recorded iteration. */
export type PromoteEvalIteration = Static<typeof PromoteEvalIteration>;
export const PromoteEvalIteration = closed(
  {
    suiteId: Type.Optional(Id),
    title: Type.Optional(Prose(500, { minLength: 1 })),
  },
  { $id: 'EvalIterationPromoteRequest' },
);

/** The draft, on an authoring job of its own that can be committed. */
export type EvalIterationPromoted = Static<typeof EvalIterationPromoted>;
export const EvalIterationPromoted = open(
  { jobId: Id, suiteId: Id, draft: CaseDraft },
  { $id: 'EvalIterationPromoted' },
);

/** The facts about an assertion type that help to write an assertion. */
export const EvalAssertionType = open(
  {
    type: Type.String(),
    description: Type.String(),
    stage: Type.String(),
    advisoryOnly: Type.Boolean({ description: 'It is an observation, which never decides a trial.' }),
    trialOnly: Type.Boolean({ description: 'It has no meaning in an assert step.' }),
    needsDeclarations: Type.Boolean({ description: 'It needs the complete tool declarations of the servers.' }),
    schema: record({ description: 'The JSON Schema of an assertion of this type.' }),
  },
  { $id: 'EvalAssertionType' },
);
export const EvalAssertionTypes = open(
  {
    items: Type.Array(EvalAssertionType),
    standardChecks: Type.Array(open({ id: StandardCheckId, assertion: EvalAssertion }), {
      description:
        'The standard checks by id, as the checks of a suite take them: add an assertion to enable one, name its id in `suppressedSuiteStandardCheckIds` to suppress it.',
    }),
  },
  { $id: 'EvalAssertionTypes' },
);
