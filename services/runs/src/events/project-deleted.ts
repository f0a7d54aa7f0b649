import type { ProjectDeleted } from '@assay/contract/events';
import type { TwoPhases } from '@assay/kit/events/consumer';
import type { Pool } from '@assay/kit/postgres/db';
import { closeProject } from '../actions/eval-runs/close-project.ts';

/** A deleted project is closed for launches, its open runs are cancelled one by one, and the purge removes its data. */
export const closeDeletedProject = (pool: Pool): TwoPhases<ProjectDeleted, void> => ({
  prepare: ({ projectId }) => closeProject(pool, projectId),
});
