import type { PassCounts } from './newcombe.ts';

/**
 * The chance that the new rate is at least as much above the old one as it was seen to be, if both sides have the same
 * rate: Fisher's exact test (1935), one-sided. It is never too small, for sides of any size. 1 when a side has no trials.
 */
export function fisherHigher(old: PassCounts, now: PassCounts): number {
  const [passed, all] = [old.passed + now.passed, old.trials + now.trials];
  if (old.trials === 0 || now.trials === 0) return 1;
  const chance = (passedNow: number) =>
    Math.exp(logChoose(now.trials, passedNow) + logChoose(old.trials, passed - passedNow) - logChoose(all, passed));
  let sum = 0;
  for (let k = now.passed; k <= Math.min(now.trials, passed); k++) sum += chance(k);
  return Math.min(1, sum);
}

const logChoose = (n: number, k: number): number =>
  k < 0 || k > n ? -Infinity : logFactorial(n) - logFactorial(k) - logFactorial(n - k);

/** From here on Stirling's series has more digits than a float. */
const EXACT_BELOW = 16;

/** The logarithm of n!, by Stirling's series with its first three corrections. */
function logFactorial(n: number): number {
  if (n < EXACT_BELOW) {
    let product = 1;
    for (let i = 2; i <= n; i++) product *= i;
    return Math.log(product);
  }
  const inverse = 1 / n;
  return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + inverse / 12 - inverse ** 3 / 360 + inverse ** 5 / 1260;
}
