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
  pairs: PairedCounts,
  confidence: number = DEFAULT_CONFIDENCE,
): DifferenceInterval | null {
  const { bothPassed, onlyOld, onlyNew } = pairs;
  const trials = pairCount(pairs);
  const [old, now] = [
    { passed: bothPassed + onlyOld, trials },
    { passed: bothPassed + onlyNew, trials },
  ];
  return joined(old, now, correlationOf(pairs), confidence);
}

export const pairCount = ({ bothPassed, onlyOld, onlyNew, bothFailed }: PairedCounts): number =>
  bothPassed + onlyOld + onlyNew + bothFailed;

/** The trials of two sides; some of them may be pairs. */
export interface TwoSides {
  old: PassCounts;
  now: PassCounts;
  pairs?: PairedCounts | undefined;
}

/**
 * The interval of a difference of two rates, new minus old, where some trials are pairs and others have no partner. The two
 * rates are correlated as the pairs are, times the share of the pairs in the trials (Derrick, Dobson-McKittrick, Toher &
 * White 2015, J. Appl. Quant. Methods 10(3)). Without pairs it is Newcombe's interval of independent trials; where every
 * trial is in a pair, that of pairs.
 */
export function overlappingInterval(
  { old, now, pairs }: TwoSides,
  confidence: number = DEFAULT_CONFIDENCE,
): DifferenceInterval | null {
  if (!pairs) return newcombeInterval(old, now, confidence);
  const share = pairCount(pairs) / Math.sqrt(old.trials * now.trials);
  return joined(old, now, correlationOf(pairs) * Math.min(1, share), confidence);
}

/** The correlation of the two outcomes of pairs. */
function correlationOf(pairs: PairedCounts): number {
  const { bothPassed: a, onlyOld: b, onlyNew: c, bothFailed: d } = pairs;
  const margins = (a + b) * (c + d) * (a + c) * (b + d);
  const agreement = a * d - b * c;
  // With a correction for continuity when the outcomes agree more often than not, so that the interval is not too
  // short.
  return margins === 0
    ? 0
    : (agreement > 0 ? Math.max(agreement - pairCount(pairs) / 2, 0) : agreement) / Math.sqrt(margins);
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
