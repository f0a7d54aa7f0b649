import type { ProjectDeleted } from '@assay/contract/events';
import type { Tx } from '@assay/kit/postgres/db';
import { insertPurge } from '@assay/kit/postgres/purge';
import { awaitSurfaces } from '../store/surfaces/surfaces.ts';

/** The purge removes everything that is kept of a deleted project. */
export async function purgeProject(tx: Tx, { projectId }: ProjectDeleted): Promise<void> {
  await awaitSurfaces(tx, projectId);
  await insertPurge(tx, 'project', projectId);
}
