import type { ProjectDeleted } from '@assay/mesh/events';
import type { Tx } from '@assay/kit/postgres/db';
import { insertPurge } from '@assay/kit/postgres/purge';
import { awaitSurfaces } from '../store/surfaces/surfaces.ts';

/** Starts the deletion of everything that is stored for a deleted project. */
export async function purgeProject(tx: Tx, { projectId }: ProjectDeleted): Promise<void> {
  await awaitSurfaces(tx, projectId);
  await insertPurge(tx, 'project', projectId);
}
