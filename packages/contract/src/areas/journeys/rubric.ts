import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, variants } from '../../schema.ts';
import { Name, Prose } from '../../text.ts';
import { EvalAssertion } from '../cases/assertion.ts';
import { AssertionRole } from '../cases/role.ts';

const common = {
  id: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{1,64}$',
      description:
        'Tells the criterion in scorecards and findings; unique in the rubric. Without one, it is a hash of the criterion, so that an equal criterion has an equal id.',
    }),
  ),
  label: Type.Optional(Name({ description: 'For people. The default says what is checked.' })),
  role: Type.Optional(
    Type.Unsafe<Static<typeof AssertionRole>>({
      ...AssertionRole,
      description:
        '`gating` (the default) and `required`: a session passes only if it is met. `advisory`: it is only reported.',
    }),
  ),
};

/** One thing that a session is graded by. */
export type JourneyCriterion = Static<typeof JourneyCriterion>;
export const JourneyCriterion = variants(
  'kind',
  [
    closed({
      ...common,
      kind: Type.Literal('assertion'),
      assertion: EvalAssertion,
    }),
    closed({
      ...common,
      kind: Type.Literal('goal'),
      description: Prose(2_000, { minLength: 1, description: 'What a judge has to find in the conversation.' }),
    }),
  ],
  {
    $id: 'JourneyCriterion',
    description:
      '`assertion`: a rule over the tool calls and answers of the whole conversation, checked without a model. `goal`: a model judges it.',
  },
);

/** How the sessions of a journey are graded. */
export type JourneyRubric = Static<typeof JourneyRubric>;
export const JourneyRubric = closed(
  {
    criteria: Type.Array(JourneyCriterion, { minItems: 1, maxItems: 20 }),
    passThreshold: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        default: 0.8,
        description: 'The share of the gradeable sessions of a target that must pass.',
      }),
    ),
  },
  { $id: 'JourneyRubric' },
);
