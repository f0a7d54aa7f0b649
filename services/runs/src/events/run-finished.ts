import type { RunFinished } from '@assay/contract/events';
import type { Tx } from '@assay/kit/postgres/db';
import { recordCassette } from '../actions/cassettes/record-cassette.ts';
import { findRun } from '../store/eval-runs/runs.ts';
import { insertTracePush } from '../store/reports/trace-pushes.ts';

/** A run whose launch asked for a recording leaves a cassette. */
export async function recordCassetteOfRun(tx: Tx, { projectId, runId }: RunFinished): Promise<void> {
  const run = await findRun(tx, projectId, runId);
  if (run?.spec.cassette?.mode === 'record') await recordCassette(tx, run);
}

/** Queues the traces of a run for the operator's collector; the push is a background job because a collector may be slow. */
export const queueTracePush = (tx: Tx, { runId }: RunFinished) => insertTracePush(tx, runId);
