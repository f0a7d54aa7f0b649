import { decidesNothing, type GapCounts } from './grading-gap.ts';

/** The facts that a run is decided from. */
export interface RunFacts {
  status: string;
  /** All trials, with any outcome. */
  total: number;
  passed: number;
  failed: number;
  /** Excluded trials, and skipped trials; in neither of the counts above. */
  excluded: number;
  skipped: number;
  /** Percent 0..100 of the gradeable trials that must pass. */
  minimumAccuracy: number;
  /** Why there is no verdict, in words; a run with this text has no verdict. */
  undecidedDetail: string | null;
  /** The cases that decide nothing; null or absent when there is none. */
  casesWithoutGrading?: GapCounts | null;
}

export interface UndecidedReason {
  reason: 'runNotTerminal' | 'runStatusNotAVerdict' | 'runResultNotAVerdict' | 'gradingNotConfigured';
  detail?: string;
}

export interface RunDecision {
  verdict: 'passed' | 'failed' | 'notEstablished';
  /** Why there is no verdict; present exactly when there is none. */
  undecided?: UndecidedReason;
  measurementUnit: 'trial';
  /**
   * `total` leaves out excluded and skipped trials; `passRate` is a fraction of the gradeable trials, 0 when there is
   * none.
   */
  summary: {
    total: number;
    passed: number;
    failed: number;
    passRate: number;
  };
}

/** The cause of an excluded trial. */
export type ExclusionCause = 'provider' | 'platform' | 'cassette' | 'evaluator';

const UNDER_WAY = new Set(['pending', 'running', 'grading']);
/**
 * At most one of five attempted trials may be excluded, as with the default minimum completion rate of per-case
 * grading.
 */
const MAX_EXCLUDED = { of: 5, trials: 1 };

/**
 * Decides a run on suite-wide accuracy. Only a completed run has a verdict; a run that was cancelled, timed out or
 * broke off has none, and neither has a run with too few gradeable trials, or one in which no case decides.
 */
export function decideRun(facts: RunFacts): RunDecision {
  const { total, passed, failed, excluded, skipped, minimumAccuracy } = facts;
  const gradeable = passed + failed;
  const counted = {
    measurementUnit: 'trial' as const,
    summary: {
      total: total - excluded - skipped,
      passed,
      failed,
      passRate: gradeable === 0 ? 0 : passed / gradeable,
    },
  };
  const undecided = undecidedReasonOf(facts) ?? tooFewGradeable(facts);
  if (undecided) return { verdict: 'notEstablished', undecided, ...counted };
  return { verdict: reachesLine(passed, gradeable, minimumAccuracy) ? 'passed' : 'failed', ...counted };
}

/** Why a run has no verdict regardless of its trials; undefined for a completed run with a case that decides. */
export function undecidedReasonOf({
  status,
  undecidedDetail,
  casesWithoutGrading,
}: Pick<RunFacts, 'status' | 'undecidedDetail' | 'casesWithoutGrading'>): UndecidedReason | undefined {
  const detail = undecidedDetail ? { detail: undecidedDetail } : {};
  if (status !== 'completed')
    return { reason: UNDER_WAY.has(status) ? 'runNotTerminal' : 'runStatusNotAVerdict', ...detail };
  return decidesNothing(casesWithoutGrading) ? { reason: 'gradingNotConfigured', ...detail } : undefined;
}

function tooFewGradeable({
  total,
  passed,
  failed,
  excluded,
  skipped,
  undecidedDetail,
}: RunFacts): UndecidedReason | undefined {
  const isEnough =
    !undecidedDetail && passed + failed > 0 && excluded * MAX_EXCLUDED.of <= (total - skipped) * MAX_EXCLUDED.trials;
  return isEnough ? undefined : { reason: 'runResultNotAVerdict', ...(undecidedDetail && { detail: undecidedDetail }) };
}

const doings: Record<ExclusionCause, string> = {
  provider: 'failed with the provider of the model',
  platform: 'failed with this installation',
  cassette: 'met a call that the cassette does not know',
  evaluator: 'could not be judged',
};

/** Describes the causes when too few trials could be graded. */
export function describeExclusions(
  { total, skipped }: Pick<RunFacts, 'total' | 'skipped'>,
  by: Partial<Record<ExclusionCause, number>>,
): string {
  const named = (Object.keys(doings) as ExclusionCause[])
    .filter((culprit) => by[culprit])
    .map((culprit) => `${by[culprit]} ${doings[culprit]}`);
  const excluded = Object.values(by).reduce((sum, count) => sum + count, 0);
  return `${excluded} of ${total - skipped} trials say nothing about the server: ${named.join(', ')}.`;
}

const DIGITS = 10;

/** Whether `passed` of `total` are a share of at least `minimumPercent`, as whole numbers: rounding changes no verdict. */
export function reachesLine(passed: number, total: number, minimumPercent: number): boolean {
  const scaled = BigInt(minimumPercent.toFixed(DIGITS).replace('.', ''));
  return BigInt(passed) * 100n * 10n ** BigInt(DIGITS) >= scaled * BigInt(total);
}
