import type { CaseDecision, MeasuredRate, RunDecision, ValidityPolicy } from '@assay/contract/areas/analysis/decision';
import {
  addCounts,
  countTrials,
  decideCase,
  measuredRate,
  type TrialCounts,
  type VariantFacts,
} from './case-trials.ts';

type Reason = RunDecision['reasons'][number];

/**
 * A decision; or an integrity error when the trials contradict themselves: then there are no counts, and the run is
 * inconclusive.
 */
export type DecisionOrFault = { decision: RunDecision } | { integrityError: string };

/**
 * Decides a run under per-case grading. First all tests of validity have to hold, otherwise the run is inconclusive;
 * then the run fails when a case passes less often than its threshold.
 */
export function decideCases(variants: readonly VariantFacts[], policy: ValidityPolicy): DecisionOrFault {
  const integrityError = breachIn(variants);
  if (integrityError !== undefined) return { integrityError };
  const counted = variants.map((variant) => ({ ...variant, counts: countTrials(variant) }));
  return { decision: decideCounted(counted, policy) };
}

/** A case variant whose trials are only known by their counts. */
export type CountedVariant = Omit<VariantFacts, 'configuredTrials' | 'trials'> & { counts: TrialCounts };

/** Decides as `decideCases` does, from counts that are kept in place of trials. */
export function decideCounted(variants: readonly CountedVariant[], policy: ValidityPolicy): RunDecision {
  const cases = variants.map((variant) => decideCase(variant, variant.counts));
  const total = addCounts(variants.map(({ counts }) => counts));
  const completionRate = measuredRate(total.completed, total.attempted, total.notAttempted);
  const evaluatorErrorRate = measuredRate(total.evaluatorErrors, total.attempted, total.notAttempted);
  const doubts = [
    ...coverageDoubts(total, policy.coverage),
    ...completionDoubts(completionRate, policy.minCompletionRate),
    ...evaluatorDoubts(evaluatorErrorRate, policy.maxEvaluatorErrorRate),
    ...(cases.some(({ eligibleTrials }) => eligibleTrials === 0) ? ['caseHasNoEligibleTrials' as const] : []),
  ];
  return {
    verdictPolicyVersion: 2,
    ...verdictOn(doubts, cases),
    validity: {
      policy,
      holds: doubts.length === 0,
      configuredTrials: total.configured,
      attemptedTrials: total.attempted,
      eligibleTrials: total.eligible,
      completionRate,
      evaluatorErrorRate,
    },
    cases,
  };
}

function verdictOn(doubts: Reason[], cases: CaseDecision[]): Pick<RunDecision, 'verdict' | 'reasons'> {
  if (doubts.length > 0) return { verdict: 'inconclusive', reasons: doubts };
  if (cases.some(({ verdict }) => verdict === 'failed'))
    return { verdict: 'failed', reasons: ['casePassRateBelowThreshold'] };
  return { verdict: 'passed', reasons: ['allMeasuredCasesMetThreshold'] };
}

function coverageDoubts(
  { configured, attempted, eligible }: TrialCounts,
  coverage: ValidityPolicy['coverage'],
): Reason[] {
  if (coverage.kind === 'minEligibleTrials')
    return eligible < coverage.minEligibleTrials ? ['eligibleTrialsBelowMinimum'] : [];
  return [
    ...(attempted < configured ? ['configuredTrialsNotAttempted' as const] : []),
    ...(eligible < coverage.minGradeableTrials ? ['noGradeableTrials' as const] : []),
  ];
}

/** A rate that was not measured satisfies neither a minimum nor a maximum. */
function completionDoubts({ value }: MeasuredRate, minimum: number): Reason[] {
  if (value === null) return ['completionRateNotMeasured'];
  return value < minimum ? ['completionRateBelowMinimum'] : [];
}

function evaluatorDoubts({ value }: MeasuredRate, maximum: number): Reason[] {
  if (value === null) return ['evaluatorErrorRateNotMeasured'];
  return value > maximum ? ['evaluatorErrorRateAboveMaximum'] : [];
}

/** Describes how the trials contradict themselves, if they do. */
function breachIn(variants: readonly VariantFacts[]): string | undefined {
  const seen = new Set<string>();
  for (const { caseId, configuredTrials, trials } of variants) {
    if (trials.length > configuredTrials)
      return `The case ${caseId} has ${trials.length} trials where ${configuredTrials} were configured.`;
    for (const { id, status, result } of trials) {
      if (seen.has(id)) return `The trial ${id} was reported twice.`;
      if (status === 'completed' && result === null) return `The trial ${id} completed without a verdict.`;
      seen.add(id);
    }
  }
  return undefined;
}
