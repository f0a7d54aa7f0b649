import type { ReplyOf } from '../../data/operations.ts';
import { NARROW, writeMoney, writeRate } from '../../lib/format/numbers.ts';
import { writeDuration } from '../../lib/format/times.ts';

export type Gate = NonNullable<ReplyOf<'getEvalSuite'>['settings']['gate']>;

/** The rules of a gate in one line: `≥ 90 %, no regression, p95 ≤ 2 s`. */
export function gateWords(gate: Gate): string {
  const rules = [
    gate.minimumPassRate !== undefined && `≥ ${writeRate(gate.minimumPassRate)}`,
    (gate.noDeterministicRegressions || gate.passRateRegression) && 'no regression',
    gate.maximumP95LatencyMs !== undefined && `p95 ≤ ${shortDuration(gate.maximumP95LatencyMs)}`,
    gate.maximumP95LatencyIncreaseMs !== undefined &&
      `p95 at most ${shortDuration(gate.maximumP95LatencyIncreaseMs)} up`,
    gate.maximumCostUsd !== undefined && `≤ ${writeMoney(gate.maximumCostUsd)}`,
    gate.maximumTotalTokens !== undefined && `≤ ${gate.maximumTotalTokens} tokens`,
    gate.noGatingScoreErrors && 'every check graded',
    gate.minimumScorerPassRate && 'scorers',
    gate.minimumMeanScore && 'mean scores',
  ].filter((rule) => typeof rule === 'string');
  return rules.length > 0 ? rules.join(', ') : 'no rule';
}

/** A bound as it was set, without decimals that say nothing: `2 s`. */
export const shortDuration = (ms: number): string =>
  ms >= 1000 && ms % 1000 === 0 && ms < 60_000 ? `${ms / 1000}${NARROW}s` : writeDuration(ms);

/** How many rules a gate has. */
export const ruleCount = (gate: Gate): number =>
  Object.keys(gate).filter((name) => name !== 'name' && name !== 'baseline').length;
