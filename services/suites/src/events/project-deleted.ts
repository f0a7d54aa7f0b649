import type { ProjectDeleted } from '@assay/mesh/events';
import type { Tx } from '@assay/kit/postgres/db';
import { insertPurge } from '@assay/kit/postgres/purge';

/** Starts the deletion of the suites of a deleted project. */
export const purgeProject = (tx: Tx, { projectId }: ProjectDeleted) => insertPurge(tx, 'project', projectId);
