import type { LabRate } from '@assay/contract/areas/catalogue-labs/report';
import { wilsonInterval } from '@assay/grading/statistics/wilson';

/** Sums of fractions may miss a whole number by a rounding error. */
export const snapped = (sum: number): number => (Math.abs(sum - Math.round(sum)) < 1e-9 ? Math.round(sum) : sum);

/**
 * A rate over tasks. Trials of one task resemble each other, so each task counts once with the mean of its trials: the
 * interval is the one of as many independent trials as there are tasks.
 */
export function taskRate(trials: readonly { task: number; isRight: boolean }[], confidence?: number): LabRate {
  const tasks = [...Map.groupBy(trials, ({ task }) => task).values()];
  const sum = snapped(
    tasks.reduce((total, some) => total + some.filter(({ isRight }) => isRight).length / some.length, 0),
  );
  return {
    value: tasks.length === 0 ? null : sum / tasks.length,
    tasks: tasks.length,
    interval: wilsonInterval(sum, tasks.length, confidence),
  };
}
