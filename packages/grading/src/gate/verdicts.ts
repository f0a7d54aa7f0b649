import type { GatePolicy, GateVerdict } from '@assay/contract/areas/gates/documents';
import type { GateFacts } from './gate-facts.ts';

/** What a rule found, before it is said which rule. */
export type GateFinding = Omit<GateVerdict, 'gate'>;

/** A row for each rule of a policy: what it finds where it is set to `wanted`; several things where it speaks of several scorers. */
export type GateRules = {
  [K in keyof Required<GatePolicy>]: (wanted: NonNullable<GatePolicy[K]>, facts: GateFacts) => GateFinding[];
};

export const usageError = (message: string): GateFinding => ({ status: 'usage_error', message });
export const nonGateable = (message: string): GateFinding => ({ status: 'non_gateable', message });

/** A measure against a floor or a ceiling, either of which may be reached exactly. */
export interface MeasuredBound {
  what: string;
  observed: number;
  threshold: number;
  shown: (value: number) => string;
}

export const atLeast = ({ what, observed, threshold, shown }: MeasuredBound): GateFinding =>
  bounded(
    observed >= threshold,
    `${what} is ${shown(observed)}; at least ${shown(threshold)} is asked for.`,
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
  usageError(`${value} is no fraction from 0 to 1; a percent has to be divided by 100.`);
