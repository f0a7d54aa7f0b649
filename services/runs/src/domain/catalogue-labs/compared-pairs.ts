import type { LabDifference } from '@assay/contract/areas/catalogue-labs/report';
import { pairedNewcombeInterval } from '@assay/grading/statistics/newcombe';
import { snapped, taskRate } from './task-rate.ts';

/** Two trials of a task that differ in one thing. */
export interface GradedPair {
  task: number;
  old: boolean;
  new: boolean;
}

/**
 * The difference of two rates in pairs. Each task counts once, with the mean of its pairs. `fewest` tasks are needed for
 * a conclusion.
 */
export function comparedPairs(
  pairs: readonly GradedPair[],
  { confidence, fewest }: { confidence: number; fewest: number },
): LabDifference {
  const tasks = [...Map.groupBy(pairs, ({ task }) => task).values()];
  const count = (old: boolean, now: boolean) =>
    snapped(
      tasks.reduce(
        (total, some) => total + some.filter((pair) => pair.old === old && pair.new === now).length / some.length,
        0,
      ),
    );
  const [onlyOld, onlyNew] = [count(true, false), count(false, true)];
  const interval = pairedNewcombeInterval(
    { bothPassed: count(true, true), onlyOld, onlyNew, bothFailed: count(false, false) },
    confidence,
  );
  const isClear = tasks.length >= fewest && interval !== null && (interval.lower > 0 || interval.upper < 0);
  return {
    tasks: tasks.length,
    old: taskRate(pairs.map((pair) => ({ task: pair.task, isRight: pair.old }))),
    new: taskRate(pairs.map((pair) => ({ task: pair.task, isRight: pair.new }))),
    difference: interval && { delta: (onlyNew - onlyOld) / tasks.length, ...interval },
    conclusion: !isClear ? 'undecided' : interval.lower > 0 ? 'better' : 'worse',
  };
}
