import type { ProjectDeleted } from '@assay/mesh/events';
import type { TwoPhases } from '@assay/kit/events/consumer';
import type { Pool } from '@assay/kit/postgres/db';
import { closeProject } from '../actions/eval-runs/close-project.ts';

/** Closes a deleted project for launches, cancels its open runs one by one, and lets the purge remove its data. */
export const closeDeletedProject = (pool: Pool): TwoPhases<ProjectDeleted, void> => ({
  prepare: ({ projectId }) => closeProject(pool, projectId),
});
