import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, nullable, oneOf, open } from '../../schema.ts';
import { answeredRole } from '../cases/role.ts';

const Fraction = Type.Number({ minimum: 0, maximum: 1 });

/** The calibration of a judge: how well it agrees with people's labels of the same trials. */
export type JudgeCalibration = Static<typeof JudgeCalibration>;
export const JudgeCalibration = oneOf(['unmeasured', 'belowFloor', 'measured', 'changed'], {
  description:
    "`unmeasured`: fewer than 20 trials have both a label and an opinion, or all labels agree. `belowFloor`: Cohen's kappa is under 0.6. `measured`: it is at least 0.6; only then a gating judge decides. `changed`: another version of the judge was measured, this one was not.",
});

const Criteria = Type.Array(open({ id: Type.String(), met: Type.Boolean(), reason: Type.String() }));
const UnsupportedClaims = Type.Array(Type.String(), {
  description: 'Claims of the reply that no evidence of the trial supports.',
});

/** A judge's opinion about one trial. */
export type EvalIterationJudge = Static<typeof EvalIterationJudge>;
export const EvalIterationJudge = open(
  {
    status: oneOf(['pending', 'scored', 'error', 'skipped']),
    gating: Type.Boolean({ description: 'Whether it counted in the result.' }),
    score: nullable(Fraction),
    passed: nullable(Type.Boolean()),
    reason: nullable(Type.String()),
    criteria: Criteria,
    unsupportedClaims: UnsupportedClaims,
  },
  { $id: 'EvalIterationJudge', description: "The judge's opinion; absent when it was never asked." },
);

const judged = {
  caseKey: Type.String({ description: 'Names the case and the trial for people; join on `iterationId`.' }),
  iterationId: Id,
  status: oneOf(['pending', 'scored', 'error', 'skipped'], {
    description:
      '`error`: the judge broke down, which says nothing about the trial. `skipped`: there was nothing to judge, or the case wants no judge.',
  }),
  score: nullable(Fraction),
  passed: Type.Boolean({ description: 'False unless the status is `scored`.' }),
  reason: nullable(Type.String()),
  errorCode: Type.Optional(Type.String()),
  evidenceHash: Type.Optional(Type.String({ description: 'SHA-256 of what the judge was shown.' })),
};

const GoalCompletionCase = open(
  {
    ...judged,
    rubricHits: Type.Array(Type.String(), { description: 'Ids of the criteria that were met.' }),
    criteria: Criteria,
  },
  { $id: 'EvalRunGoalCompletionCase' },
);
const GroundednessCase = open(
  {
    ...judged,
    unsupportedClaims: UnsupportedClaims,
  },
  { $id: 'EvalRunGroundednessCase' },
);

const state = {
  status: Type.Unsafe<'pending' | 'completed' | 'failed' | null>({
    type: ['string', 'null'],
    enum: ['pending', 'completed', 'failed', null],
    description:
      'Null when it was never asked. `failed`: there is no opinion on any trial, or it was broken off; existing opinions stay.',
  }),
  errorCode: nullable(Type.String()),
  summary: nullable(Type.String()),
  generatedAt: nullable(EpochMs()),
  modelUsed: nullable(Type.String()),
  threshold: nullable(Fraction),
  judgeVersion: Type.Optional(
    Type.String({
      description: 'Changes with the model, the rubric, the threshold, and the question that is put to it.',
    }),
  ),
  role: Type.Optional(answeredRole('The role that the suite gives it.')),
  gating: Type.Optional(
    Type.Boolean({ description: 'Whether it counts in this run: a gating judge that is not `measured` does not.' }),
  ),
  standing: Type.Optional(JudgeCalibration),
  progress: Type.Optional(
    open({
      total: Type.Integer(),
      completed: Type.Integer(),
      errors: Type.Integer(),
      skipped: Type.Integer(),
    }),
  ),
};

const CASES =
  'The first trials in the order of the suite, at most 100 and as many as fit into 256 KB, with reasons of at most 300 characters; empty while it is pending. The list of iterations has all of them, whole.';

/** The opinions of judges about a run. */
export type EvalRunJudges = Static<typeof EvalRunJudges>;
export const EvalRunJudges = open(
  {
    goalCompletion: open(
      { ...state, cases: Type.Array(GoalCompletionCase, { description: CASES }) },
      { $id: 'EvalRunGoalCompletionJudge' },
    ),
    groundedness: open(
      { ...state, cases: Type.Array(GroundednessCase, { description: CASES }) },
      {
        $id: 'EvalRunGroundednessJudge',
        description: 'From the same answers: the score is the share of supported claims, and only 1 passes.',
      },
    ),
  },
  { $id: 'EvalRunJudges', description: 'The opinions of judges about the run. Not in lists.' },
);
