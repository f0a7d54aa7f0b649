import type { GatePolicy, GateVerdict } from '@assay/contract/areas/gates/documents';
import type { DifferenceInterval, RateInterval } from '@assay/contract/areas/analysis/statistics';
import {
  countText,
  fractionLineText,
  intervalText,
  pointsIntervalText,
  pointsText,
  rateText,
} from '../words/values.ts';
import type { GateFacts } from './gate-facts.ts';

/** The verdict of a rule without the name of the rule and its label. */
export type GateFinding = Omit<GateVerdict, 'gate' | 'label'>;

/** The fields of a policy that are rules; `baseline` only says what three of them compare with, and `name` names it. */
export type GateRule = Exclude<keyof GatePolicy, 'baseline' | 'name'>;

/** One row per rule of a policy: its verdict for the value `wanted`; several for a rule about several scorers. */
export type GateRules = {
  [K in GateRule]: (wanted: NonNullable<GatePolicy[K]>, facts: GateFacts) => GateFinding[];
};

export const usageError = (message: string): GateFinding => ({ status: 'usage_error', message, note: message });
export const nonGateable = (message: string): GateFinding => ({ status: 'non_gateable', message, note: message });

/** A measure with a minimum or a maximum; the bound itself is allowed. */
export interface MeasuredBound {
  what: string;
  observed: number;
  threshold: number;
  /** A value with its unit; beside a line, with the decimals that tell it from the line. */
  shown: (value: number, line?: number) => string;
  /** A margin with its unit; else `shown` with "to spare", "short" or "too much". */
  shownMargin?: (margin: number) => string;
}

export const atLeast = (bound: MeasuredBound): GateFinding =>
  bounded(bound, bound.observed - bound.threshold, ['at least', 'required', 'short']);
export const atMost = (bound: MeasuredBound): GateFinding =>
  bounded(bound, bound.threshold - bound.observed, ['at most', 'allowed', 'too much']);

function bounded(
  { what, observed, threshold, shown, shownMargin }: MeasuredBound,
  margin: number,
  [bound, verb, beyond]: [string, string, string],
): GateFinding {
  const holds = margin >= 0;
  const observedText = shown(observed, threshold);
  const thresholdText = `${bound} ${shown(threshold)}`;
  return {
    status: holds ? 'passed' : 'failed',
    message: `${what} is ${observedText}; ${thresholdText} is ${verb}.`,
    observed,
    observedText,
    threshold,
    thresholdText,
    margin,
    marginText: shownMargin?.(margin) ?? `${shown(Math.abs(margin))} ${holds ? 'to spare' : beyond}`,
  };
}

/** A rate as a gate shows it: beside the line as itself, alone as the line. */
export const shownRate = (fraction: number, line?: number): string =>
  line === undefined ? fractionLineText(fraction) : rateText(fraction, line);

/** The margin of a rate. */
export const shownPoints = (margin: number): string => pointsText(margin, 0);

/** The margin of a count of which none is allowed. */
export const shownExcess = (margin: number): string => (margin < 0 ? `${countText(-margin)} too many` : 'none');

/** A rate with its interval as the note. */
export const withRateInterval = (found: GateFinding, interval: RateInterval): GateFinding => ({
  ...found,
  note: `interval ${intervalText(interval, found.threshold)}`,
  interval: { kind: 'rate', ...interval },
});

/** A difference of pass rates that may fall by less than `minEffectSize`; `isDrop`: it fell by more than noise. */
export function differenceFinding({
  difference: { delta, ...interval },
  minEffectSize,
  isDrop,
  message,
}: {
  difference: DifferenceInterval & { delta: number };
  minEffectSize: number;
  isDrop: boolean;
  message: string;
}): GateFinding {
  const isNoise = interval.lower <= 0 && interval.upper >= 0;
  const measured = {
    observed: delta,
    observedText: pointsText(delta, -minEffectSize),
    threshold: -minEffectSize,
    thresholdText: `at most ${pointsText(-minEffectSize)}`,
    margin: delta + minEffectSize,
    marginText: pointsText(delta + minEffectSize, 0),
    note: `interval ${pointsIntervalText(interval)}: ${isNoise ? 'within noise' : 'more than noise'}`,
    interval: { kind: 'difference' as const, ...interval },
  };
  if (isDrop && delta <= -minEffectSize) return { status: 'failed', message, ...measured };
  const allowed = isDrop ? ` Drops of less than ${pointsText(minEffectSize)} are allowed.` : '';
  return { status: 'passed', message: `${message}${allowed}`, ...measured };
}

export const isFraction = (value: number): boolean => value >= 0 && value <= 1;
export const notAFraction = (value: number): GateFinding =>
  usageError(`${value} is not a fraction from 0 to 1; a percent has to be divided by 100.`);
