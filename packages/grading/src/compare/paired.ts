import type { ArmComparison, MeanDifference } from '@assay/contract/areas/run-groups/run-group';
import { pairedNewcombeInterval, type PairedCounts } from '../statistics/newcombe.ts';
import { studentQuantile } from '../statistics/quantiles.ts';
import { DEFAULT_CONFIDENCE } from '../statistics/wilson.ts';
import { percentagePoints } from './in-words.ts';
import { measuredPassRate } from './pass-rates.ts';

/**
 * The differences of pairs in one measure: the number of pairs that have it, the mean, and the standard deviation (null
 * for fewer than two).
 */
export interface PairMoments {
  pairs: number;
  mean: number;
  deviation: number | null;
}

/** Two arms of a group, trial by trial: an arm compared with the first one. */
export interface PairedFacts extends PairedCounts {
  arm: string;
  runId: string;
  notGradeable: number;
  unpaired: number;
  costUsd: PairMoments | null;
  latencyMs: PairMoments | null;
  totalTokens: PairMoments | null;
}

/** The interval of the mean of paired differences (Student 1908). */
function meanDifference(moments: PairMoments | null): MeanDifference | null {
  if (!moments) return null;
  const { pairs, mean, deviation } = moments;
  if (deviation === null) return { pairs, mean, interval: null };
  const reach = (studentQuantile(1 - (1 - DEFAULT_CONFIDENCE) / 2, pairs - 1) * deviation) / Math.sqrt(pairs);
  return { pairs, mean, interval: { confidence: DEFAULT_CONFIDENCE, lower: mean - reach, upper: mean + reach } };
}

/** Compares an arm with the baseline, in pairs of the same trial. */
export function compareArms(baseline: string, facts: PairedFacts): ArmComparison {
  const { arm, runId, bothPassed, onlyOld, onlyNew, bothFailed, notGradeable, unpaired } = facts;
  const pairs = bothPassed + onlyOld + onlyNew + bothFailed;
  const interval = pairedNewcombeInterval(facts);
  const difference = interval && { delta: (onlyNew - onlyOld) / pairs, ...interval };
  const winner = difference && (difference.lower > 0 ? arm : difference.upper < 0 ? baseline : undefined);
  const compared = {
    arm,
    runId,
    pairs,
    leftOut: { notGradeable, unpaired },
    success: {
      baseline: measuredPassRate({ passed: bothPassed + onlyOld, trials: pairs }),
      arm: measuredPassRate({ passed: bothPassed + onlyNew, trials: pairs }),
      difference,
    },
    costUsd: meanDifference(facts.costUsd),
    latencyMs: meanDifference(facts.latencyMs),
    totalTokens: meanDifference(facts.totalTokens),
    ...(winner && { winner }),
  };
  return { ...compared, conclusion: conclusionOf(baseline, compared) };
}

function conclusionOf(
  baseline: string,
  { arm, pairs, success: { difference }, winner, ...compared }: Omit<ArmComparison, 'conclusion'>,
): string {
  if (!difference) return `Nothing can be concluded about ${arm}: no trial has a gradeable partner in ${baseline}.`;
  const interval = `${percentagePoints(difference.delta)} points, 95 % interval ${percentagePoints(difference.lower)} to ${percentagePoints(difference.upper)}, ${pairs} pairs`;
  const success = winner
    ? `${winner} succeeds more often: ${arm} against ${baseline} ${interval}.`
    : `Whether ${arm} or ${baseline} succeeds more often is not decided: ${interval}.`;
  const others = [
    told(compared.costUsd, 'cheaper', 'dearer', (usd) => `$${usd.toPrecision(2)} a trial`),
    told(compared.latencyMs, 'faster', 'slower', (ms) => `${Math.round(ms)} ms a trial`),
    told(compared.totalTokens, 'thriftier', 'hungrier', (tokens) => `${Math.round(tokens)} tokens a trial`),
  ].filter((each) => each !== undefined);
  return others.length === 0 ? success : `${success} ${arm} is ${others.join(' and ')}.`;
}

/** Describes a measure, when its interval excludes 0. */
function told(
  measure: MeanDifference | null,
  less: string,
  more: string,
  amount: (value: number) => string,
): string | undefined {
  if (!measure?.interval || (measure.interval.lower <= 0 && measure.interval.upper >= 0)) return undefined;
  return `${measure.mean < 0 ? less : more} by ${amount(Math.abs(measure.mean))}`;
}
