import type { IngestedRun } from '@assay/contract/documents/ingest';
import type { Run } from '../run.ts';
import { runRecord } from '../run-record.ts';
import { isOver } from './progress.ts';

/** Where an ingested run stands, as its reporter is told. */
export function ingestedRun(run: Run, reused = false): IngestedRun {
  const { id: runId, suiteId, projectId, status, result } = run;
  return {
    ok: true,
    suiteId,
    runId,
    projectId,
    status,
    ...(isOver(run) && { result, summary: runRecord(run).summary }),
    ...(reused && { reused }),
  };
}
