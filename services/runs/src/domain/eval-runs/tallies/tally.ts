import type { Blame, IterationGrade, IterationStatus, IterationUsage } from '../../iterations/iteration.ts';

/** Counts of a run's ended iterations by result, and their usage. */
export interface Tally {
  finished: number;
  passed: number;
  failed: number;
  excluded: number;
  skipped: number;
  inputTokens: number;
  outputTokens: number;
  modelCalls: number;
  costMicros: number;
  metered: number;
  costed: number;
}

/** The fields of an ended iteration that a tally reads. */
export interface CountedTrial {
  status: IterationStatus;
  result: 'passed' | 'failed' | null;
  blame: Blame | null;
  grade: Pick<IterationGrade, 'evaluatorError'> | null;
  usage: IterationUsage | null;
}

const BLAMELESS = new Set<Blame | null>(['provider', 'platform', 'cassette']);

/**
 * The count that an iteration belongs to. An iteration that did not complete has failed, unless its end says nothing
 * about the server.
 */
export function outcomeOf({
  status,
  result,
  blame,
  grade,
}: CountedTrial): 'passed' | 'failed' | 'excluded' | 'skipped' {
  if (status === 'skipped') return 'skipped';
  // Cancelled with its run.
  if (status === 'cancelled') return 'excluded';
  if (status === 'completed' ? grade?.evaluatorError : BLAMELESS.has(blame)) return 'excluded';
  return result === 'passed' ? 'passed' : 'failed';
}

/** Counts ended iterations, and `leftOut` others that were not begun. */
export function tallyOf(trials: readonly CountedTrial[], leftOut: number): Tally {
  const outcomes = trials.map(outcomeOf);
  const having = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
  const metered = trials.map(({ usage }) => usage).filter((usage) => usage !== null);
  const sum = (of: (usage: IterationUsage) => number) => metered.reduce((total, usage) => total + of(usage), 0);
  return {
    finished: trials.length + leftOut,
    passed: having('passed'),
    failed: having('failed'),
    excluded: having('excluded'),
    skipped: having('skipped') + leftOut,
    inputTokens: sum((usage) => usage.inputTokens ?? 0),
    outputTokens: sum((usage) => usage.outputTokens ?? 0),
    modelCalls: sum((usage) => usage.modelCalls),
    costMicros: sum(({ costMicros }) => costMicros ?? 0),
    metered: metered.length,
    costed: metered.filter(({ costMicros }) => costMicros !== null).length,
  };
}
