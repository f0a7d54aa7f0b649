import type { NumericDiff } from '@assay/contract/areas/analysis/compare';

/** A measure on both sides, and its change when both have it. */
export function numericDiff(base: number | null, compare: number | null): NumericDiff {
  const delta = base === null || compare === null ? null : compare - base;
  return {
    base,
    compare,
    delta,
    percentDelta: delta === null || base === null || base === 0 ? null : (delta / Math.abs(base)) * 100,
  };
}
