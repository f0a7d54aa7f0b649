import type { EarlyStopping } from '@assay/contract/areas/analysis/statistics';

/** How a case stands: gradeable trials that passed and failed, those still to come, and the fraction that must pass. */
export interface SequentialCounts {
  passed: number;
  failed: number;
  remaining: number;
  threshold: number;
}

/**
 * Whether a case's verdict is settled before its last trial: because the rest cannot change it, or because the sequential
 * probability ratio test (Wald 1945) tells the true rate to be a margin above or below the threshold. What that test finds
 * counts only where the trials so far give the same verdict, as it is them that the verdict is made of.
 */
export function isSettled(soFar: SequentialCounts, policy: EarlyStopping): boolean {
  const { passed, failed, remaining, threshold } = soFar;
  const tried = passed + failed;
  if (tried === 0) return false;
  const total = tried + remaining;
  if (passed / total >= threshold || (passed + remaining) / total < threshold) return true;
  const evidence = logLikelihoodRatio(soFar, policy.margin);
  // Bounds that hold the stated error rates for certain, not just nearly: the chance to ever reach 1/errorRate is at most errorRate.
  const bound = -Math.log(policy.errorRate);
  return passed / tried >= threshold ? evidence >= bound : evidence <= -bound;
}

/** How much likelier the trials are under a rate above the threshold than under one below it. A rate that would leave 0..1 is put halfway to its end. */
function logLikelihoodRatio({ passed, failed, threshold }: SequentialCounts, margin: number): number {
  const above = threshold + margin < 1 ? threshold + margin : (1 + threshold) / 2;
  const below = threshold - margin > 0 ? threshold - margin : threshold / 2;
  // Nothing fails under a rate of 1; a single trial that did has settled a threshold of 1 already.
  const fromFailures = failed === 0 ? 0 : failed * Math.log((1 - above) / (1 - below));
  return passed * Math.log(above / below) + fromFailures;
}
