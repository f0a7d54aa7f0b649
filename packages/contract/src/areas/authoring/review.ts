import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, nullable } from '../../schema.ts';
import { EvalTestStep } from '../cases/step.ts';
import { Prose } from '../../text.ts';
import { GuessAnswer } from './draft-trial.ts';
import { DraftDecision } from './drafts.ts';

/** A change of the case of a draft: absent leaves alone, null clears, a value replaces. */
export type DraftedCasePatch = Static<typeof DraftedCasePatch>;
export const DraftedCasePatch = closed(
  {
    title: Type.Optional(Prose(500, { minLength: 1 })),
    steps: Type.Optional(Type.Array(EvalTestStep, { minItems: 1, maxItems: 200 })),
    expectedOutput: Type.Optional(nullable(Prose(10_000))),
    runs: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
    isNegativeTest: Type.Optional(Type.Boolean()),
  },
  { $id: 'EvalDraftedCasePatch' },
);

/** The body that changes, decides or resolves a draft, in this order. */
export type ReviewCaseDraft = Static<typeof ReviewCaseDraft>;
export const ReviewCaseDraft = closed(
  {
    expectedRevision: Type.Integer({
      minimum: 0,
      description: "The draft's `revision` that was read; a CONFLICT when the draft was reviewed since.",
    }),
    resolutions: Type.Optional(
      Type.Array(
        closed({
          issue: Type.Integer({ minimum: 0, description: 'Its place in `issues`, from 0.' }),
          resolution: Prose(2000, { minLength: 10, description: 'Why the issue need not block the draft.' }),
        }),
        { maxItems: 100 },
      ),
    ),
    answers: Type.Optional(
      Type.Array(GuessAnswer, {
        maxItems: 100,
        description: 'Values for guessed arguments; an answered guess is resolved.',
      }),
    ),
    acceptAdditions: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), { maxItems: 200, description: 'Ids of additions that are accepted.' }),
    ),
    case: Type.Optional(DraftedCasePatch),
    decision: Type.Optional(
      nullable({
        ...DraftDecision,
        description:
          '`kept` is a CONFLICT while something blocks the draft; null takes a decision back. Nothing is written before the commit.',
      }),
    ),
  },
  { $id: 'EvalCaseDraftReviewRequest' },
);
