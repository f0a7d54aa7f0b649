import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, oneOf } from '../../schema.ts';

const Count = Type.Integer({ minimum: 0 });
const Fraction = Type.Number({ minimum: 0, maximum: 1 });
const Verdict = oneOf(['passed', 'failed', 'inconclusive']);

/** Reasons for a decision, in the order in which they are reported. */
export const DecisionReason = oneOf(
  [
    'configuredTrialsNotAttempted',
    'noGradeableTrials',
    'eligibleTrialsBelowMinimum',
    'completionRateBelowMinimum',
    'completionRateNotMeasured',
    'evaluatorErrorRateAboveMaximum',
    'evaluatorErrorRateNotMeasured',
    'caseHasNoEligibleTrials',
    'casePassRateMetThreshold',
    'casePassRateBelowThreshold',
    'allMeasuredCasesMetThreshold',
  ],
  { $id: 'EvalDecisionReason' },
);

/** How many trials a rate leaves out, and why; each trial has one reason. */
export type TrialExclusions = Static<typeof TrialExclusions>;
export const TrialExclusions = closed(
  {
    notTerminal: Type.Optional({ ...Count, description: 'Under way, waiting, or never reported.' }),
    skipped: Type.Optional(Count),
    setupFailed: Type.Optional(Count),
    cancelled: Type.Optional(Count),
    timedOut: Type.Optional(Count),
    executionFailed: Type.Optional(Count),
    evaluatorError: Type.Optional({ ...Count, description: 'Could not be judged.' }),
  },
  { $id: 'EvalTrialExclusions' },
);

/** A rate with its numerator and denominator. A rate over nothing is not measured, which differs from 0. */
export type MeasuredRate = Static<typeof MeasuredRate>;
export const MeasuredRate = Type.Union(
  [
    closed({
      state: Type.Literal('measured'),
      value: Fraction,
      numerator: Count,
      denominator: Type.Integer({ minimum: 1 }),
      exclusions: TrialExclusions,
    }),
    closed({
      state: Type.Literal('notMeasured'),
      value: Type.Null(),
      numerator: Type.Literal(0),
      denominator: Type.Literal(0),
      exclusions: TrialExclusions,
    }),
  ],
  { $id: 'EvalMeasuredRate' },
);

const trials = { configuredTrials: Count, attemptedTrials: Count, eligibleTrials: Count };

/**
 * The decision about one case with one model. Passing and stability are measured on eligible trials, completion on
 * attempted ones.
 */
export type CaseDecision = Static<typeof CaseDecision>;
export const CaseDecision = closed(
  {
    caseId: Type.String({ minLength: 1, maxLength: 128, pattern: '^[A-Za-z0-9_-]+$' }),
    ...trials,
    passedTrials: Count,
    failedTrials: Count,
    effectivePassThreshold: { ...Fraction, description: 'Fraction of eligible trials that must pass.' },
    passRate: MeasuredRate,
    completionRate: MeasuredRate,
    observedStability: MeasuredRate,
    mixedVerdict: Type.Boolean({ description: 'Some trials passed and some failed.' }),
    verdict: Verdict,
    reason: DecisionReason,
    executionVariant: Type.Optional(
      closed(
        {
          model: Type.String({ minLength: 1, maxLength: 200 }),
          provider: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
        },
        { description: 'Absent for a case that takes no model.' },
      ),
    ),
  },
  {
    $id: 'EvalCaseDecision',
    description:
      '`passRate` is passed of eligible trials, `completionRate` completed of attempted ones, `observedStability` the larger of passed and failed of eligible ones.',
  },
);

/** The conditions under which the trials of a run that is graded per case are enough to decide it. */
export type ValidityPolicy = Static<typeof ValidityPolicy>;
export const ValidityPolicy = closed({
  coverage: Type.Union([
    closed({ kind: Type.Literal('allConfiguredTrialsAttempted'), minGradeableTrials: Type.Literal(1) }),
    closed({ kind: Type.Literal('minEligibleTrials'), minEligibleTrials: Type.Integer({ minimum: 1 }) }),
  ]),
  minCompletionRate: Fraction,
  maxEvaluatorErrorRate: Fraction,
});

/**
 * The decision of a run that is graded per case. Validity comes first: an invalid run is inconclusive, even if cases
 * failed.
 */
export type RunDecision = Static<typeof RunDecision>;
export const RunDecision = closed(
  {
    verdictPolicyVersion: Type.Literal(2),
    verdict: Verdict,
    reasons: Type.Array(DecisionReason, { minItems: 1, maxItems: 11 }),
    validity: closed(
      {
        policy: ValidityPolicy,
        holds: Type.Boolean(),
        ...trials,
        completionRate: MeasuredRate,
        evaluatorErrorRate: MeasuredRate,
      },
      {
        description:
          '`completionRate` is completed of attempted trials, `evaluatorErrorRate` is trials that could not be judged of attempted ones.',
      },
    ),
    cases: Type.Array(CaseDecision, { minItems: 1, maxItems: 50_000 }),
  },
  { $id: 'EvalRunDecision', description: 'What was decided of a run that is graded per case, and why. Not in lists.' },
);
