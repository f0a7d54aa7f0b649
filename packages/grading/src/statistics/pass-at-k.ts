/**
 * The chance that at least one of `k` trials passes: the unbiased estimate 1 − C(n−c, k) / C(n, k) from c passed of n
 * trials (Chen et al. 2021, Evaluating Large Language Models Trained on Code, arXiv:2107.03374, equation 1). Null for
 * fewer than k trials. For k = n it can only be 0 or 1.
 */
export function passAtK(passed: number, trials: number, k: number): number | null {
  return isEstimable(trials, k) ? 1 - shareOfDraws(trials - passed, trials, k) : null;
}

/**
 * The chance that all of `k` trials pass: the unbiased estimate C(c, k) / C(n, k) from c passed of n trials (Yao et al.
 * 2024, τ-bench, arXiv:2406.12045, section 5). Null for fewer than k trials. For k = n it can only be 0 or 1.
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
