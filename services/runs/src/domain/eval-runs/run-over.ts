import { conflict, reasons } from '@assay/contract/problem';
import type { Run } from './run.ts';

const UNDER_WAY: ReadonlySet<string> = new Set<Run['status']>(['pending', 'running', 'grading']);

/** Holds that a run is over. */
export function assertOver({ status }: Pick<Run, 'status'>): void {
  if (UNDER_WAY.has(status)) throw conflict('The run is still going on.', { reason: reasons.RUN_NOT_TERMINAL, status });
}
