const Z95 = 1.959963984540054;

export interface KappaEstimate {
  value: number;
  confidence: number;
  lower: number;
  upper: number;
}

/**
 * Cohen's kappa of a square table of counts (Cohen 1960), with the interval from the large-sample standard error of
 * Fleiss, Cohen and Everitt (1969). Null when it is undefined: without counts, or when both raters give only one
 * verdict.
 */
export function kappaOf(counts: readonly (readonly number[])[]): KappaEstimate | null {
  const n = sum(counts.flat());
  if (n === 0) return null;
  const shares = counts.map((row) => row.map((count) => count / n));
  const byRow = shares.map(sum);
  const byColumn = shares.map((_, j) => sum(shares.map((row) => row[j]!)));
  const observed = sum(shares.map((row, i) => row[i]!));
  const expected = sum(byRow.map((share, i) => share * byColumn[i]!));
  if (expected >= 1) return null;
  const value = (observed - expected) / (1 - expected);

  const onDiagonal = sum(shares.map((row, i) => row[i]! * (1 - (byRow[i]! + byColumn[i]!) * (1 - value)) ** 2));
  const off =
    sum(shares.flatMap((row, i) => row.map((share, j) => (i === j ? 0 : share * (byColumn[i]! + byRow[j]!) ** 2)))) *
    (1 - value) ** 2;
  const variance = (onDiagonal + off - (value - expected * (1 - value)) ** 2) / (n * (1 - expected) ** 2);
  const margin = Z95 * Math.sqrt(Math.max(0, variance));
  return {
    value,
    confidence: 0.95,
    lower: Math.max(-1, value - margin),
    upper: Math.min(1, value + margin),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
