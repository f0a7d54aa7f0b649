import type { DifferenceInterval } from '@assay/contract/areas/analysis/statistics';
import { DEFAULT_CONFIDENCE, wilsonInterval } from './wilson.ts';

/** Passed trials out of a number of trials. */
export interface PassCounts {
  passed: number;
  trials: number;
}

/**
 * The interval of a difference of two rates, new minus old, of independent trials: Wilson's limits on both sides,
 * joined by the square root of their squared distances (Newcombe 1998, Stat. Med. 17:873, method 10). Null when a side
 * has no trials.
 */
export function newcombeInterval(
  old: PassCounts,
  now: PassCounts,
  confidence: number = DEFAULT_CONFIDENCE,
): DifferenceInterval | null {
  return joined(old, now, 0, confidence);
}

/** Counts of paired trials of two arms. */
export interface PairedCounts {
  bothPassed: number;
  onlyOld: number;
  onlyNew: number;
  bothFailed: number;
}

/**
 * The interval of a difference of two rates, new minus old, in pairs: as for independent trials, corrected for the
 * correlation of the two outcomes (Newcombe 1998, Stat. Med. 17:2635, method 10). Null without pairs.
 */
export function pairedNewcombeInterval(
  { bothPassed: a, onlyOld: b, onlyNew: c, bothFailed: d }: PairedCounts,
  confidence: number = DEFAULT_CONFIDENCE,
): DifferenceInterval | null {
  const trials = a + b + c + d;
  const margins = (a + b) * (c + d) * (a + c) * (b + d);
  const agreement = a * d - b * c;
  // With a correction for continuity when the outcomes agree more often than not, so that the interval is not too
  // short.
  const correlation =
    margins === 0 ? 0 : (agreement > 0 ? Math.max(agreement - trials / 2, 0) : agreement) / Math.sqrt(margins);
  return joined({ passed: a + b, trials }, { passed: a + c, trials }, correlation, confidence);
}

function joined(old: PassCounts, now: PassCounts, correlation: number, confidence: number): DifferenceInterval | null {
  const [before, after] = [
    wilsonInterval(old.passed, old.trials, confidence),
    wilsonInterval(now.passed, now.trials, confidence),
  ];
  if (!before || !after) return null;
  const [was, is] = [old.passed / old.trials, now.passed / now.trials];
  const reach = (one: number, other: number) =>
    Math.sqrt(Math.max(0, one * one - 2 * correlation * one * other + other * other));
  return {
    confidence,
    lower: Math.max(-1, is - was - reach(is - after.lower, before.upper - was)),
    upper: Math.min(1, is - was + reach(after.upper - is, was - before.lower)),
  };
}
