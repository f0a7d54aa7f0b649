import type { IngestedRun } from '@assay/contract/areas/ingestion/documents';
import type { Run } from '../eval-runs/run.ts';
import { runRecord } from '../eval-runs/run-record.ts';
import { isRunOver } from './progress.ts';

/** The state of an ingested run for its reporter. */
export function ingestedRun(run: Run, reused = false): IngestedRun {
  const { id: runId, suiteId, projectId, status, result } = run;
  const { measurementUnit, summary } = runRecord(run);
  return {
    ok: true,
    suiteId,
    runId,
    projectId,
    status,
    ...(isRunOver(run) && { result, measurementUnit, summary }),
    ...(reused && { reused }),
  };
}
