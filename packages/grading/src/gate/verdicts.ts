import type { GatePolicy, GateVerdict } from '@assay/contract/areas/gates/documents';
import type { GateFacts } from './gate-facts.ts';

/** The verdict of a rule without the name of the rule. */
export type GateFinding = Omit<GateVerdict, 'gate'>;

/** The fields of a policy that are rules; `baseline` only says what three of them compare with. */
export type GateRule = Exclude<keyof GatePolicy, 'baseline'>;

/** One row per rule of a policy: its verdict for the value `wanted`; several for a rule about several scorers. */
export type GateRules = {
  [K in GateRule]: (wanted: NonNullable<GatePolicy[K]>, facts: GateFacts) => GateFinding[];
};

export const usageError = (message: string): GateFinding => ({ status: 'usage_error', message });
export const nonGateable = (message: string): GateFinding => ({ status: 'non_gateable', message });

/** A measure with a minimum or a maximum; the bound itself is allowed. */
export interface MeasuredBound {
  what: string;
  observed: number;
  threshold: number;
  shown: (value: number) => string;
}

export const atLeast = ({ what, observed, threshold, shown }: MeasuredBound): GateFinding =>
  bounded(
    observed >= threshold,
    `${what} is ${shown(observed)}; at least ${shown(threshold)} is required.`,
    observed,
    threshold,
  );
export const atMost = ({ what, observed, threshold, shown }: MeasuredBound): GateFinding =>
  bounded(
    observed <= threshold,
    `${what} is ${shown(observed)}; at most ${shown(threshold)} is allowed.`,
    observed,
    threshold,
  );

const bounded = (holds: boolean, message: string, observed: number, threshold: number): GateFinding => ({
  status: holds ? 'passed' : 'failed',
  message,
  observed,
  threshold,
});

export const isFraction = (value: number): boolean => value >= 0 && value <= 1;
export const notAFraction = (value: number): GateFinding =>
  usageError(`${value} is not a fraction from 0 to 1; a percent has to be divided by 100.`);
