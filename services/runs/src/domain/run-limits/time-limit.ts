import type { RunStopped } from '@assay/contract/areas/eval-runs/documents';
import type { Run } from '../eval-runs/run.ts';

/** A run that is past its deadline. */
export interface OverdueRun extends Pick<Run, 'status'> {
  /** How long it may take from its first trial; null for an ingested run. */
  runMinutes: number | null;
  /** How long it could wait for its first runner, or for its results. */
  waitMinutes: number;
}

/** Which time limit ended a run, and where it is set. */
export function timeLimitStop({ status, runMinutes, waitMinutes }: OverdueRun): RunStopped {
  if (runMinutes === null)
    return {
      code: 'INGESTION_TIME_LIMIT',
      message: `The run was ended: its results were not complete after ${minutes(waitMinutes)}.`,
    };
  if (status === 'pending')
    return {
      code: 'QUEUE_TIME_LIMIT',
      message: `The run was ended: no runner took it within ${minutes(waitMinutes)}, the limit of its launch (MAX_QUEUE_MINUTES, or queueMinutes of the organization).`,
    };
  return {
    code: 'RUN_TIME_LIMIT',
    message: `The run was ended: its trials were not over ${minutes(runMinutes)} after the first one began, the limit of its launch (MAX_RUN_MINUTES, or runMinutes of the organization).`,
  };
}

const minutes = (count: number): string => (count === 1 ? '1 minute' : `${count} minutes`);
