import { notFound } from '@assay/contract/problem';
import type { Db } from '@assay/kit/postgres/db';
import type { Run, RunDetails } from '../../domain/eval-runs/run.ts';
import { assertRunOver } from '../../domain/eval-runs/run.ts';
import { findRun } from '../../store/eval-runs/runs.ts';

/** A run that is over. @throws NOT_FOUND; CONFLICT with RUN_NOT_TERMINAL. */
export async function finishedRun(db: Db, projectId: string, runId: string): Promise<Run & RunDetails> {
  const run = await findRun(db, projectId, runId);
  if (!run) throw notFound('run');
  assertRunOver(run);
  return run;
}
