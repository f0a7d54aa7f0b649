import type { EvalRun } from '@assay/contract/documents/run';
import type { RunRow } from '../store/runs.ts';

const TERMINAL = new Set<RunRow['status']>(['completed', 'failed', 'cancelled', 'timed_out']);
export const isTerminal = (status: RunRow['status']): boolean => TERMINAL.has(status);

/** A run as the API shows it. */
export function runRecord(run: RunRow): EvalRun {
  const { id, suiteId, runNumber, status, result, source, notes, minimumAccuracy, servers, total, passed, failed } = run;
  return {
    id, suiteId, runNumber, status, result,
    verdict: result ?? 'notEstablished',
    ...(result === null && { undecided: { reason: isTerminal(status) ? 'runStatusNotAVerdict' : 'runNotTerminal' } as const }),
    measurementUnit: 'trial',
    summary: { total, passed, failed, passRate: total === 0 ? 0 : passed / total },
    minimumAccuracy, source, servers, environment: null, notes,
    createdAt: run.createdAt.getTime(), startedAt: run.startedAt?.getTime() ?? null, completedAt: run.completedAt?.getTime() ?? null,
  };
}
