import { notFound } from '@assay/contract/problem';
import type { Tx } from '@assay/kit/postgres/db';
import { isPurged } from '@assay/kit/postgres/purge';
import { refuseBeyondLimit, type LimitedKind } from '../../domain/projects/project-limits.ts';
import { countInProject } from '../../store/projects/count-in-project.ts';

/** Throws NOT_FOUND for a project that was deleted while the request was under way, so that nothing outlives it. */
export async function refuseDeletedProject(tx: Tx, projectId: string): Promise<void> {
  if (await isPurged(tx, projectId)) throw notFound('project');
}

/**
 * Called after a row of the kind was written. Throws NOT_FOUND for a deleted project, CONFLICT when the project has more
 * of the kind than it may.
 */
export async function admitToProject(tx: Tx, projectId: string, kind: LimitedKind): Promise<void> {
  await refuseDeletedProject(tx, projectId);
  refuseBeyondLimit(kind, await countInProject(tx, projectId, kind));
}
