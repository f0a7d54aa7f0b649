import type { Run } from '../eval-runs/run.ts';

/** Whether a run takes no more trials. */
export const isOver = ({ completedAt }: Pick<Run, 'completedAt'>): boolean => completedAt !== null;

/** In words, what keeps a run from a verdict that has fewer trials than its reporter expected. */
export function missing({ finished, spec }: Pick<Run, 'finished' | 'spec'>): string | undefined {
  const expected = spec.ingestion?.expectedIterations ?? 0;
  return finished < expected ? `${finished} of ${expected} expected iterations were reported.` : undefined;
}
