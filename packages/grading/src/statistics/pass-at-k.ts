/**
 * The chance that at least one of `k` trials passes: an unbiased estimate from `passed` of `trials` (Chen et al. 2021);
 * null for fewer than k.
 */
export function passAtK(passed: number, trials: number, k: number): number | null {
  return isEstimable(trials, k) ? 1 - shareOfDraws(trials - passed, trials, k) : null;
}

/**
 * The chance that all of `k` trials pass: an unbiased estimate by the share of draws of k without a failed one; null
 * for fewer than k.
 */
export function passHatK(passed: number, trials: number, k: number): number | null {
  return isEstimable(trials, k) ? shareOfDraws(passed, trials, k) : null;
}

const isEstimable = (trials: number, k: number) => k >= 1 && k <= trials;

/** The share of all draws of k from `all` that draw only from `some`. */
function shareOfDraws(some: number, all: number, k: number): number {
  let share = 1;
  for (let i = 0; i < k && share > 0; i++) share *= Math.max(0, some - i) / (all - i);
  return share;
}
