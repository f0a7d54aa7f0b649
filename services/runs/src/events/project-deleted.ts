import { ProjectDeleted } from '@assay/contract/gen/assay/v1/events';
import type { BusMessage } from '@assay/kit/bus/bus';
import type { Pool } from '@assay/kit/postgres/db';
import { once } from '@assay/kit/events/inbox';
import { insertPurge } from '@assay/kit/postgres/purge';
import { cancelRun } from '../actions/eval-runs/end-run.ts';
import { listOpenRuns } from '../store/eval-runs/run-life.ts';
import { lockBurials } from '../store/eval-runs/tombstones.ts';

/**
 * A project takes everything along that is kept here of it. No launch adds to it from now on, runners that still work for it
 * are told to stop with their next heartbeat, and the purge removes the rest.
 */
export const onProjectDeleted =
  (pool: Pool) =>
  async ({ id, value }: BusMessage): Promise<void> => {
    const { projectId } = ProjectDeleted.decode(value);
    await once(pool, id, async (tx) => {
      await lockBurials(tx, projectId, 'burial');
      await insertPurge(tx, 'project', projectId);
    });
    for (const runId of await listOpenRuns(pool, projectId)) await cancelRun(pool, runId);
  };
