import type { RunFinished } from '@assay/mesh/events';
import type { Tx } from '@assay/kit/postgres/db';
import { runsFinished } from '../actions/eval-runs/metrics.ts';
import { recordCassette } from '../actions/cassettes/record-cassette.ts';
import { findRun } from '../store/eval-runs/runs.ts';
import { insertTracePush } from '../store/reports/trace-pushes.ts';

/** Records a cassette when the launch of a run asked for one. */
export async function recordCassetteOfRun(tx: Tx, { projectId, runId }: RunFinished): Promise<void> {
  const run = await findRun(tx, projectId, runId);
  if (run?.spec.cassette?.mode === 'record') await recordCassette(tx, run);
}

/** Counts the run by its verdict. */
export const countRun = async (_: Tx, { status, result }: RunFinished) =>
  runsFinished.add(1, { verdict: result || status });

/**
 * Queues the traces of a run for the operator's collector; a background task pushes them because a collector may be
 * slow.
 */
export const queueTracePush = (tx: Tx, { runId }: RunFinished) => insertTracePush(tx, runId);
