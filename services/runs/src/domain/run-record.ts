import type { EvalRun } from '@assay/contract/documents/run';
import { decideRun } from '@assay/grading/decide-run';
import type { Run } from './run.ts';

/** A run as the API shows it. */
export function runRecord(run: Run): EvalRun {
  const { id, suiteId, runNumber, status, result, source, notes, minimumAccuracy, servers } = run;
  return {
    id, suiteId, runNumber, status, result,
    ...decideRun(run),
    minimumAccuracy, source, servers, environment: null, notes,
    createdAt: run.createdAt.getTime(), startedAt: run.startedAt?.getTime() ?? null, completedAt: run.completedAt?.getTime() ?? null,
  };
}
