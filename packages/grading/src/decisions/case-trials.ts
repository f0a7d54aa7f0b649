import type { CaseDecision, MeasuredRate, TrialExclusions } from '@assay/contract/areas/analysis/decision';

export type TrialStatus =
  | 'pending'
  | 'running'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'timed_out'
  | 'setup_failed'
  | 'skipped';

/** The facts of one trial. */
export interface TrialFacts {
  id: string;
  status: TrialStatus;
  result: 'passed' | 'failed' | null;
  evaluatorError: boolean;
}

/** A case variant: the unit of per-case grading. */
export interface VariantFacts {
  caseId: string;
  /** In provider/name form; null for a case without a model. */
  model: string | null;
  configuredTrials: number;
  /** Fraction of eligible trials that must pass. */
  passThreshold: number;
  trials: TrialFacts[];
}

/** Counts of the trials of one variant, or of all. */
export interface TrialCounts {
  configured: number;
  attempted: number;
  completed: number;
  eligible: number;
  passed: number;
  failed: number;
  evaluatorErrors: number;
  /** Why trials were not attempted, and why attempted ones are not eligible. */
  notAttempted: TrialExclusions;
  notEligible: TrialExclusions;
}

const NOT_ATTEMPTED: ReadonlySet<TrialStatus> = new Set(['pending', 'skipped', 'cancelled']);

/** Why the trial is excluded; undefined for one that counts. */
function exclusionOf({ status, evaluatorError }: TrialFacts): keyof TrialExclusions | undefined {
  switch (status) {
    case 'pending':
    case 'running':
      return 'notTerminal';
    case 'skipped':
      return 'skipped';
    case 'setup_failed':
      return 'setupFailed';
    case 'cancelled':
      return 'cancelled';
    case 'timed_out':
      return 'timedOut';
    case 'failed':
      return 'executionFailed';
    case 'completed':
      return evaluatorError ? 'evaluatorError' : undefined;
  }
}

export function countTrials({
  configuredTrials: configured,
  trials,
}: Pick<VariantFacts, 'configuredTrials' | 'trials'>): TrialCounts {
  const attempted = trials.filter(({ status }) => !NOT_ATTEMPTED.has(status));
  const completed = attempted.filter(({ status }) => status === 'completed');
  const eligible = completed.filter(({ evaluatorError }) => !evaluatorError);
  const passed = eligible.filter(({ result }) => result === 'passed').length;
  const unreported: TrialExclusions = configured > trials.length ? { notTerminal: configured - trials.length } : {};
  return {
    configured,
    attempted: attempted.length,
    completed: completed.length,
    eligible: eligible.length,
    passed,
    failed: eligible.length - passed,
    evaluatorErrors: completed.length - eligible.length,
    notAttempted: summed([unreported, exclusions(trials.filter(({ status }) => NOT_ATTEMPTED.has(status)))]),
    notEligible: summed([unreported, exclusions(trials)]),
  };
}

/** The counts of several variants together. */
export function addCounts(counts: readonly TrialCounts[]): TrialCounts {
  const sum = (of: (each: TrialCounts) => number) => counts.reduce((total, each) => total + of(each), 0);
  return {
    configured: sum((each) => each.configured),
    attempted: sum((each) => each.attempted),
    completed: sum((each) => each.completed),
    eligible: sum((each) => each.eligible),
    passed: sum((each) => each.passed),
    failed: sum((each) => each.failed),
    evaluatorErrors: sum((each) => each.evaluatorErrors),
    notAttempted: summed(counts.map((each) => each.notAttempted)),
    notEligible: summed(counts.map((each) => each.notEligible)),
  };
}

const exclusions = (trials: readonly TrialFacts[]): TrialExclusions =>
  summed(
    trials
      .map(exclusionOf)
      .filter((reason) => reason !== undefined)
      .map((reason) => ({ [reason]: 1 })),
  );

function summed(parts: readonly TrialExclusions[]): TrialExclusions {
  const sum: TrialExclusions = {};
  for (const part of parts)
    for (const [reason, count] of Object.entries(part))
      sum[reason as keyof TrialExclusions] = (sum[reason as keyof TrialExclusions] ?? 0) + count;
  return sum;
}

/** A rate, or the reason why there is none. */
export const measuredRate = (numerator: number, denominator: number, left: TrialExclusions): MeasuredRate =>
  denominator > 0
    ? {
        state: 'measured',
        value: numerator / denominator,
        numerator,
        denominator,
        exclusions: left,
      }
    : {
        state: 'notMeasured',
        value: null,
        numerator: 0,
        denominator: 0,
        exclusions: left,
      };

/** Decides one variant by its eligible trials only. */
export function decideCase(
  { caseId, model, passThreshold }: Pick<VariantFacts, 'caseId' | 'model' | 'passThreshold'>,
  counts: TrialCounts,
): CaseDecision {
  const { configured, attempted, completed, eligible, passed, failed, notAttempted, notEligible } = counts;
  return {
    caseId,
    configuredTrials: configured,
    attemptedTrials: attempted,
    eligibleTrials: eligible,
    passedTrials: passed,
    failedTrials: failed,
    effectivePassThreshold: passThreshold,
    passRate: measuredRate(passed, eligible, notEligible),
    completionRate: measuredRate(completed, attempted, notAttempted),
    observedStability: measuredRate(Math.max(passed, failed), eligible, notEligible),
    mixedVerdict: passed > 0 && failed > 0,
    ...verdictOn(passed, eligible, passThreshold),
    ...executionVariant(model),
  };
}

/** The model of a variant for display; empty for a variant without a model. */
export function executionVariant(model: string | null): Pick<CaseDecision, 'executionVariant'> {
  if (model === null) return {};
  const provider = model.includes('/') ? model.slice(0, model.indexOf('/')) : '';
  return { executionVariant: { model, ...(provider && { provider }) } };
}

/** Counts are divided only for the comparison: the quotient equals a threshold that was written as the same number. */
function verdictOn(passed: number, eligible: number, passThreshold: number): Pick<CaseDecision, 'verdict' | 'reason'> {
  if (eligible === 0) return { verdict: 'inconclusive', reason: 'caseHasNoEligibleTrials' };
  if (passed / eligible >= passThreshold) return { verdict: 'passed', reason: 'casePassRateMetThreshold' };
  return { verdict: 'failed', reason: 'casePassRateBelowThreshold' };
}
