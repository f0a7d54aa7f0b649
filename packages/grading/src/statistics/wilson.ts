import type { RateInterval } from '@assay/contract/areas/analysis/statistics';
import { normalQuantile } from './quantiles.ts';

/** The default coverage of intervals. */
export const DEFAULT_CONFIDENCE = 0.95;

/**
 * The score interval of a rate (Wilson 1927) from `passed` of `trials`. It stays within 0 and 1 and is useful for few
 * trials and rates near 1, too. Null for no trials. Counts may be effective ones, and so fractions.
 */
export function wilsonInterval(
  passed: number,
  trials: number,
  confidence: number = DEFAULT_CONFIDENCE,
): RateInterval | null {
  if (trials <= 0) return null;
  const z = normalQuantile(1 - (1 - confidence) / 2);
  const rate = passed / trials;
  const centre = rate + (z * z) / (2 * trials);
  const reach = z * Math.sqrt((rate * (1 - rate)) / trials + (z * z) / (4 * trials * trials));
  const scale = 1 + (z * z) / trials;
  return {
    confidence,
    lower: passed === 0 ? 0 : Math.max(0, (centre - reach) / scale),
    upper: passed === trials ? 1 : Math.min(1, (centre + reach) / scale),
  };
}
