import { ProjectDeleted } from '@assay/contract/gen/assay/v1/events';
import type { BusMessage } from '@assay/kit/bus';
import type { Pool } from '@assay/kit/db';
import { removeRuns } from '../actions/remove-runs.ts';
import { expireArtifacts } from '../store/artifacts.ts';

/** A project takes its runs and its artifacts with it; runners that still work on them are told to stop with their next heartbeat. */
export const onProjectDeleted = (pool: Pool) => async ({ id, value }: BusMessage): Promise<void> => {
  const { projectId } = ProjectDeleted.decode(value);
  await removeRuns(pool, id, { projectId });
  await expireArtifacts(pool, projectId);
};
