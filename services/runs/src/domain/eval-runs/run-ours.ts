import { conflict } from '@assay/contract/problem';
import type { RunDetails } from './run.ts';

/** Holds that the verdicts on a run's trials are ours: those of a run that was made elsewhere are its reporter's. */
export function assertOurs({ ingestion }: Pick<RunDetails, 'ingestion'>): void {
  if (ingestion) throw conflict('The run was made elsewhere: its trials keep the verdicts of their reporter.');
}
