import { normalQuantile } from './quantiles.ts';
import { DEFAULT_CONFIDENCE } from './wilson.ts';

/**
 * The number of trials from which on the interval of a rate (Wilson 1927) excludes a threshold, if the rate stays as it is:
 * the interval contains the thresholds that a score test does not reject. Null where no number does.
 */
export function trialsToSettle(
  rate: number,
  threshold: number,
  confidence: number = DEFAULT_CONFIDENCE,
): number | null {
  const distance = rate - threshold;
  if (distance === 0) return null;
  const z = normalQuantile(1 - (1 - confidence) / 2);
  const trials = (z * z * threshold * (1 - threshold)) / (distance * distance);
  return Math.max(1, Math.floor(trials) + 1);
}
