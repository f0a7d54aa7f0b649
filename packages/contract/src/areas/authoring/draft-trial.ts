import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, oneOf, open, record } from '../../schema.ts';

const TriedCall = open({
  stepId: Type.String(),
  serverId: Id,
  serverName: Type.String(),
  toolName: Type.String(),
  arguments: record({ description: 'As they were sent, masked.' }),
  result: Type.Optional(record({ description: 'Masked; absent without one, and when larger than 16 kB.' })),
  error: Type.Optional(open({ code: Type.String(), message: Type.String() })),
  isError: Type.Boolean({ description: 'The tool reported an error, or the call failed.' }),
  durationMs: Type.Integer(),
});

/** One trial of a draft, outside of any run: no verdict counts it. */
export type DraftTrial = Static<typeof DraftTrial>;
export const DraftTrial = open(
  {
    triedAt: EpochMs(),
    outcome: oneOf(['passed', 'failed', 'undecided'], {
      description: '`undecided`: an assertion that decides could not be judged.',
    }),
    durationMs: Type.Integer(),
    calls: Type.Array(TriedCall),
    checks: Type.Array(
      open({
        stepId: Type.Optional(Type.String({ description: 'Absent for a check of the whole trial.' })),
        type: Type.String(),
        role: oneOf(['gating', 'advisory']),
        status: oneOf(['passed', 'failed', 'error', 'not_applicable']),
        reason: Type.String(),
      }),
    ),
    faults: Type.Array(Type.String(), { description: 'What else failed it, such as a tool error.' }),
  },
  {
    $id: 'EvalDraftTrial',
    description: 'The latest trial of the draft; gone when its case is changed, while an answered guess leaves it.',
  },
);

/** A value for a guessed argument. */
export const GuessAnswer = closed({
  issue: Type.Integer({
    minimum: 0,
    description: 'An issue with a `guess`, by its place in `issues`, from 0.',
  }),
  value: Type.Unknown({
    description: 'Replaces the guess in each of its places, and in prompts that name it.',
  }),
});

/** The body that tries a draft. */
export const TryCaseDraft = closed(
  {
    answers: Type.Optional(
      Type.Array(GuessAnswer, {
        maxItems: 100,
        description: 'Values for guessed arguments, for this trial alone: the draft keeps its guesses.',
      }),
    ),
  },
  { $id: 'EvalCaseDraftTryRequest' },
);
