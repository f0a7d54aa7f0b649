import { ProjectDeleted } from '@assay/contract/gen/assay/v1/events';
import type { BusMessage } from '@assay/kit/bus';
import type { Pool } from '@assay/kit/db';
import { once } from '@assay/kit/inbox';
import { deleteRunsOfProject } from '../store/runs.ts';

/** A project takes its runs with it; runners that still work on them are told to stop with their next heartbeat. */
export const onProjectDeleted = (pool: Pool) => async ({ id, value }: BusMessage): Promise<void> => {
  const { projectId } = ProjectDeleted.decode(value);
  await once(pool, id, (tx) => deleteRunsOfProject(tx, projectId));
};
