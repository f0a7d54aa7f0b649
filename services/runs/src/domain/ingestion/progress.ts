import type { Run } from '../eval-runs/run.ts';

/** Whether a run takes no more iterations. */
export const isRunOver = ({ completedAt }: Pick<Run, 'completedAt'>): boolean => completedAt !== null;

/** Says why a run with fewer iterations than its reporter expected has no verdict. */
export function missingIterations({ finished, spec }: Pick<Run, 'finished' | 'spec'>): string | undefined {
  const expected = spec.ingestion?.expectedIterations ?? 0;
  return finished < expected ? `${finished} of ${expected} expected iterations were reported.` : undefined;
}
