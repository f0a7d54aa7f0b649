import type { EarlyStopping } from '@assay/contract/areas/analysis/statistics';

/** The error rate and the margin where a launch does not say. */
export const EARLY_STOPPING: EarlyStopping = { errorRate: 0.05, margin: 0.15 };

/** The state of a case: gradeable trials that passed and failed, remaining ones, and the fraction that must pass. */
export interface SequentialCounts {
  passed: number;
  failed: number;
  remaining: number;
  threshold: number;
}

/**
 * Whether a case's verdict is settled before its last trial: because the rest cannot change it, or because the
 * sequential probability ratio test (Wald 1945) finds the true rate a margin above or below the threshold. The result
 * of that test counts only when the trials so far give the same verdict, because the verdict is computed from them.
 */
export function isSettled(soFar: SequentialCounts, policy: EarlyStopping): boolean {
  const { passed, failed, remaining, threshold } = soFar;
  const tried = passed + failed;
  if (tried === 0) return false;
  const total = tried + remaining;
  if (passed / total >= threshold || (passed + remaining) / total < threshold) return true;
  const evidence = logLikelihoodRatio(soFar, policy.margin);
  // Exact bounds for the error rates, not approximate ones: the chance to ever reach 1/errorRate is at most errorRate.
  const bound = -Math.log(policy.errorRate);
  return passed / tried >= threshold ? evidence >= bound : evidence <= -bound;
}

/**
 * The log-likelihood ratio of a rate above the threshold to one below it. A rate beyond 0..1 is moved halfway to that
 * end.
 */
function logLikelihoodRatio({ passed, failed, threshold }: SequentialCounts, margin: number): number {
  const above = threshold + margin < 1 ? threshold + margin : (1 + threshold) / 2;
  const below = threshold - margin > 0 ? threshold - margin : threshold / 2;
  // A rate of 1 excludes failures; a single failure has settled a threshold of 1 already.
  const fromFailures = failed === 0 ? 0 : failed * Math.log((1 - above) / (1 - below));
  return passed * Math.log(above / below) + fromFailures;
}
