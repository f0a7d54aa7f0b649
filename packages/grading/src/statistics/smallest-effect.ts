import { normalQuantile } from './quantiles.ts';

/** The rate of false alarms, and the chance to detect a real change. */
export interface TestStrength {
  alpha: number;
  power: number;
}

const USUAL: TestStrength = { alpha: 0.05, power: 0.8 };

/**
 * The smallest change of a pass rate that this number of trials on both sides would detect, as a fraction: the usual
 * formula for two proportions (Fleiss, Levin & Paik 2003), solved for the difference. A drop from a base rate of at
 * least a half, a rise from a smaller one. Null when even the largest change would not be detected.
 */
export function smallestEffect(
  oldTrials: number,
  newTrials: number,
  baseRate = 0.5,
  { alpha, power }: TestStrength = USUAL,
): number | null {
  if (oldTrials <= 0 || newTrials <= 0) return null;
  const [forAlpha, forPower] = [normalQuantile(1 - alpha / 2), normalQuantile(power)];
  const base = Math.max(baseRate, 1 - baseRate);
  const isFound = (drop: number): boolean => {
    const now = base - drop;
    const pooled = (base * oldTrials + now * newTrials) / (oldTrials + newTrials);
    const underNull = Math.sqrt(pooled * (1 - pooled) * (1 / oldTrials + 1 / newTrials));
    return (
      drop >=
      forAlpha * underNull + forPower * Math.sqrt((base * (1 - base)) / oldTrials + (now * (1 - now)) / newTrials)
    );
  };
  if (!isFound(base)) return null;
  let [low, high] = [0, base];
  for (let i = 0; i < 30; i++) {
    const middle = (low + high) / 2;
    if (isFound(middle)) high = middle;
    else low = middle;
  }
  return high;
}
