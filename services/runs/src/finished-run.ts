import { notFound } from '@assay/contract/problem';
import type { Db } from '@assay/kit/db';
import type { Run, RunDetails } from './domain/run.ts';
import { assertOver } from './domain/run-over.ts';
import { findRun } from './store/runs.ts';

/** A run that is over. @throws NOT_FOUND; CONFLICT with RUN_NOT_TERMINAL. */
export async function finishedRun(db: Db, projectId: string, runId: string): Promise<Run & RunDetails> {
  const run = await findRun(db, projectId, runId);
  if (!run) throw notFound('run');
  assertOver(run);
  return run;
}
