import type { RunFinished } from '@assay/mesh/events';
import type { Tx } from '@assay/kit/postgres/db';
import { withRun, type PastRun, type RunCounts } from '../domain/suites/run-history.ts';
import { updateTickVerdict } from '../store/schedules/schedule-ticks.ts';
import { pauseFailingSchedule } from '../store/schedules/schedules.ts';
import { claimHistory, replaceHistory } from '../store/suites/suites.ts';

/** Adds a finished run to the history of its suite, if the suite still exists. */
export async function recordRun(
  tx: Tx,
  {
    runId: id,
    projectId,
    suiteId,
    status,
    passed,
    failed,
    createdAtMs: createdAt,
    finishedAtMs: completedAt,
    summary,
  }: RunFinished,
): Promise<void> {
  const history = await claimHistory(tx, projectId, suiteId);
  if (!history) return;
  const run = { ...(summary as RunCounts), id, status, createdAt, completedAt } as PastRun;
  await replaceHistory(tx, suiteId, withRun(history, run, { passed, failed }));
  await updateTickVerdict(tx, suiteId, id, run.verdict);
  if (run.launchedBy === 'schedule') await pauseFailingSchedule(tx, suiteId);
}
