/** The quantile of the normal distribution for 95 %. */
const Z = 1.959964;

/** The 95 % score interval of a rate (Wilson 1927), for figures between two answers of the platform; null for no trial. */
export function wilsonOf(passed: number, trials: number): { confidence: number; lower: number; upper: number } | null {
  if (trials === 0) return null;
  const rate = passed / trials;
  const centre = rate + Z ** 2 / (2 * trials);
  const reach = Z * Math.sqrt((rate * (1 - rate)) / trials + Z ** 2 / (4 * trials ** 2));
  const scale = 1 + Z ** 2 / trials;
  return {
    confidence: 0.95,
    lower: Math.max(0, (centre - reach) / scale),
    upper: Math.min(1, (centre + reach) / scale),
  };
}
