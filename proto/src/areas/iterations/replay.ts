import { Type, type Static } from 'typebox';
import { closed, Id, open, record } from '../../schema.ts';
import { CaseDraft } from '../authoring/documents.ts';
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
          'Judges as an assert step right after this step would: on the calls and the reply of its turn. The whole trial when absent.',
      }),
    ),
  },
  { $id: 'EvalAssertionPreviewRequest' },
);

/** What the assertions would have said, in their order; nothing is stored. */
export const EvalAssertionPreview = open(
  { iterationId: Id, results: Type.Array(EvalCheck) },
  { $id: 'EvalAssertionPreview' },
);

/** The body that makes a case draft of what an iteration did. */
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

/** What there is to know about an assertion type before one is written. */
export const EvalAssertionType = open(
  {
    type: Type.String(),
    description: Type.String(),
    stage: Type.String(),
    advisoryOnly: Type.Boolean({ description: 'It is an observation, which never decides a trial.' }),
    trialOnly: Type.Boolean({ description: 'It has no meaning in an assert step.' }),
    needsDeclarations: Type.Boolean({ description: 'It needs everything the servers declare about their tools.' }),
    schema: record({ description: 'The JSON Schema of an assertion of this type.' }),
  },
  { $id: 'EvalAssertionType' },
);
export const EvalAssertionTypes = open({ items: Type.Array(EvalAssertionType) }, { $id: 'EvalAssertionTypes' });
