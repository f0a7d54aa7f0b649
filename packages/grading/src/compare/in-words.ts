import type { CompareCase } from '@assay/contract/areas/analysis/compare';

/** A fraction as signed percentage points. */
export const percentagePoints = (fraction: number): string =>
  `${fraction < 0 ? '−' : '+'}${Math.abs(fraction * 100).toFixed(1)}`;
export const percentText = (fraction: number): string => `${(fraction * 100).toFixed(1)} %`;

/** Describes a difference of pass rates, and the smallest change that the number of trials could have detected. */
export function describeDifference({
  difference,
  noise,
  smallestEffect,
}: Pick<CompareCase, 'difference' | 'noise' | 'smallestEffect'>): string {
  if (!difference || noise === 'notComparable')
    return 'The pass rates cannot be compared: there are no gradeable trials of the same test in both runs.';
  const { delta, lower, upper } = difference;
  const interval = `95 % interval ${percentagePoints(lower)} to ${percentagePoints(upper)}`;
  if (noise !== 'withinNoise')
    return `The pass rate ${noise === 'regression' ? 'fell' : 'rose'} by ${Math.abs(delta * 100).toFixed(1)} points (${interval}): more than noise.`;
  const sight =
    smallestEffect === null
      ? 'This number of trials is too small to detect any change.'
      : `This number of trials can detect a change of about ${(smallestEffect * 100).toFixed(0)} points.`;
  return `The pass rate changed by ${percentagePoints(delta)} points (${interval}), which is within noise. ${sight}`;
}
