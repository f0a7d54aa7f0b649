import type { CompareCase, MeasuredPassRate } from '@assay/contract/areas/analysis/compare';
import { newcombeInterval, type PassCounts } from '../statistics/newcombe.ts';
import { smallestEffect } from '../statistics/smallest-effect.ts';
import { wilsonInterval } from '../statistics/wilson.ts';
import type { CaseFacts } from './sides.ts';

export const countsOf = ({ passed, failed }: Pick<CaseFacts, 'passed' | 'failed'>): PassCounts => ({
  passed,
  trials: passed + failed,
});

/** The sum of the trials of several cases. */
export function sumOfCounts(cases: readonly CaseFacts[]): PassCounts {
  const counts = cases.map(countsOf);
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    trials: counts.reduce((sum, { trials }) => sum + trials, 0),
  };
}

export const measuredPassRate = ({ passed, trials }: PassCounts): MeasuredPassRate => ({
  passed,
  trials,
  rate: trials === 0 ? null : passed / trials,
  interval: wilsonInterval(passed, trials),
});

/** The difference of two rates, with its interval. */
export function passRateDifference(
  old: PassCounts,
  now: PassCounts,
): Pick<CompareCase, 'difference' | 'significant' | 'smallestEffect'> {
  const interval = newcombeInterval(old, now);
  return {
    difference: interval && { delta: now.passed / now.trials - old.passed / old.trials, ...interval },
    significant: interval !== null && (interval.upper < 0 || interval.lower > 0),
    smallestEffect: interval && smallestEffect(old.trials, now.trials, old.passed / old.trials),
  };
}

/** Sums of fractions may miss a whole number by a rounding error. */
const snapped = (sum: number): number =>
  Math.abs(sum - Math.round(sum)) < 1e-9 * Math.max(1, sum) ? Math.round(sum) : sum;

/** The outcomes of one case on both sides. */
export type SharedCounts = Record<'base' | 'compare', Pick<CaseFacts, 'passed' | 'failed'>>;

/** Both sides of several cases together; counts may be fractions. */
export interface StandardisedCounts {
  old: PassCounts;
  now: PassCounts;
}

/**
 * The pass rates over several cases, each case with the same weight on both sides (Mantel & Haenszel 1959), so that
 * missing trials of hard cases do not look like progress. The counts belong to a plain sample of the same precision:
 * exactly the sums when every case has the same number of trials on both sides.
 */
export function standardisedCounts(shared: readonly SharedCounts[]): StandardisedCounts {
  const strata = shared
    .map(({ base, compare }) => ({ old: countsOf(base), now: countsOf(compare) }))
    .filter(({ old, now }) => old.trials > 0 && now.trials > 0);
  const weights = strata.map(({ old, now }) => (old.trials * now.trials) / (old.trials + now.trials));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const side = (of: 'old' | 'now'): PassCounts => {
    if (whole === 0) return { passed: 0, trials: 0 };
    const sum = (term: (counts: PassCounts, weight: number) => number) =>
      strata.reduce((total, stratum, i) => total + term(stratum[of], weights[i]! / whole), 0);
    const trials = snapped(1 / sum((counts, weight) => (weight * weight) / counts.trials));
    const rate = snapped(sum((counts, weight) => (weight * counts.passed) / counts.trials));
    return { passed: snapped(trials * rate), trials };
  };
  return { old: side('old'), now: side('now') };
}
