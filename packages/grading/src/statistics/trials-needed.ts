import { newcombeInterval } from './newcombe.ts';
import { normalQuantile } from './quantiles.ts';

/** The drop of a pass rate that a comparison shall find: rates as fractions. */
export interface DropToFind {
  baselineRate: number;
  /** From the baseline rate downwards, at most all of it. */
  drop: number;
  /** The chance that the comparison finds the drop. */
  power: number;
  /** The coverage of the comparison's interval, two-sided. */
  confidence: number;
}

/** Up to this number of trials the power is computed exactly; above it, the approximation is as good. */
const EXACT_UP_TO = 100;
/** Chances below this one are left out of sums. */
const NEGLIGIBLE = 1e-12;

/**
 * The number of trials that each of two runs needs, so that their comparison finds the drop with the wanted power. Few
 * trials: the exact chance, by the binomial distribution of both sides, that Newcombe's interval of the difference lies
 * below zero, as comparisons decide it; the smallest number from which on the power stays. Many trials: the usual
 * formula for two proportions (Fleiss, Levin & Paik 2003, 4.14).
 */
export function trialsNeeded(wanted: DropToFind): number {
  const estimate = approximateTrials(wanted);
  if (estimate > EXACT_UP_TO) return Math.ceil(estimate);
  const isEnough = (trials: number) => powerOf(trials, wanted) >= wanted.power;
  // The power rises in a zigzag, as counts are whole numbers.
  let trials = Math.ceil(estimate * 1.25) + 10;
  while (!isEnough(trials)) trials++;
  while (trials > 1 && isEnough(trials - 1)) trials--;
  return trials;
}

function approximateTrials({ baselineRate, drop, power, confidence }: DropToFind): number {
  const [was, is] = [baselineRate, baselineRate - drop];
  const pooled = (was + is) / 2;
  const forConfidence = normalQuantile(1 - (1 - confidence) / 2) * Math.sqrt(2 * pooled * (1 - pooled));
  const forPower = normalQuantile(power) * Math.sqrt(was * (1 - was) + is * (1 - is));
  return ((forConfidence + forPower) / drop) ** 2;
}

/** The chance that the comparison of two runs of this many trials finds the drop. */
function powerOf(trials: number, { baselineRate, drop, confidence }: DropToFind): number {
  const [before, after] = [passChances(trials, baselineRate), passChances(trials, baselineRate - drop)];
  const isFound = (old: number, now: number): boolean =>
    newcombeInterval({ passed: old, trials }, { passed: now, trials }, confidence)!.upper < 0;
  let sum = 0;
  for (const [old, chance] of before.entries()) {
    if (chance < NEGLIGIBLE) continue;
    // A smaller count of the later run is found where a larger one is.
    for (let now = 0; now < old && isFound(old, now); now++) sum += chance * after[now]!;
  }
  return sum;
}

/** The chance of each number of passes, 0 to `trials`. */
function passChances(trials: number, rate: number): number[] {
  // The recurrence begins at the rarer outcome, where it does not underflow.
  if (rate > 0.5) return passChances(trials, 1 - rate).reverse();
  const chances = [(1 - rate) ** trials];
  for (let passed = 1; passed <= trials; passed++)
    chances.push((chances[passed - 1]! * (trials - passed + 1) * rate) / (passed * (1 - rate)));
  return chances;
}
