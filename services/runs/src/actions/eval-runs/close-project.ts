import { transaction, type Pool } from '@assay/kit/postgres/db';
import { insertPurge } from '@assay/kit/postgres/purge';
import { listOpenRuns } from '../../store/eval-runs/run-life.ts';
import { lockDeletions } from '../../store/eval-runs/tombstones.ts';
import { cancelRun } from './end-run.ts';

/** Refuses further launches of a deleted project, starts the purge of its data, and cancels its open runs. */
export async function closeProject(pool: Pool, projectId: string): Promise<void> {
  await transaction(pool, async (tx) => {
    await lockDeletions(tx, projectId, 'deletion');
    await insertPurge(tx, 'project', projectId);
  });
  for (const runId of await listOpenRuns(pool, projectId)) await cancelRun(pool, runId);
}
