import type { Gate } from '../suite/gate-words.ts';

/** A rule of a gate as its table has it. */
export interface GateRule {
  id: keyof Gate;
  word: string;
  /** The rule as it is switched on. */
  first: Gate;
  /** Its bound, read and written in a unit for people; absent where it has none. */
  line?: { unit: string; read: (gate: Gate) => number; write: (value: number, gate: Gate) => Gate };
}

const tidy = (value: number): number => Number(value.toFixed(6));

/** The rules that the table offers; rules by scorer are set by the API and kept. */
export const GATE_RULES: readonly GateRule[] = [
  {
    id: 'minimumPassRate',
    word: 'Pass rate, at least',
    first: { minimumPassRate: 0.9 },
    line: {
      unit: '%',
      read: ({ minimumPassRate = 0 }) => tidy(minimumPassRate * 100),
      write: (value) => ({ minimumPassRate: Math.min(value, 100) / 100 }),
    },
  },
  {
    id: 'noDeterministicRegressions',
    word: 'No assertion that passed may fail now',
    first: { noDeterministicRegressions: true },
  },
  {
    id: 'passRateRegression',
    word: 'The rate may not fall by more than',
    first: { passRateRegression: { minSampleSize: 20, minEffectSize: 0.02 } },
    line: {
      unit: 'points',
      read: ({ passRateRegression }) => tidy((passRateRegression?.minEffectSize ?? 0.01) * 100),
      write: (value, { passRateRegression }) => ({
        passRateRegression: { ...passRateRegression, minEffectSize: Math.min(value, 100) / 100 },
      }),
    },
  },
  {
    id: 'maximumP95LatencyMs',
    word: 'p95 of a trial, at most',
    first: { maximumP95LatencyMs: 2_000 },
    line: {
      unit: 's',
      read: ({ maximumP95LatencyMs = 0 }) => tidy(maximumP95LatencyMs / 1000),
      write: (value) => ({ maximumP95LatencyMs: value * 1000 }),
    },
  },
  {
    id: 'maximumCostUsd',
    word: 'Cost of a run, at most',
    first: { maximumCostUsd: 1 },
    line: {
      unit: '$',
      read: ({ maximumCostUsd = 0 }) => maximumCostUsd,
      write: (value) => ({ maximumCostUsd: value }),
    },
  },
  {
    id: 'maximumTotalTokens',
    word: 'Tokens of a run, at most',
    first: { maximumTotalTokens: 100_000 },
    line: {
      unit: 'tokens',
      read: ({ maximumTotalTokens = 0 }) => maximumTotalTokens,
      write: (value) => ({ maximumTotalTokens: value }),
    },
  },
  {
    id: 'noGatingScoreErrors',
    word: 'Every check could be graded',
    first: { noGatingScoreErrors: true },
  },
];
