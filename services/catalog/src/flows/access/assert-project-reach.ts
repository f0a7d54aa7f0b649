import { notFound } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/security/caller';
import type { Pool } from '@assay/kit/postgres/db';
import { hasProject } from '../../store/projects/projects.ts';

/** The project that a request of the mesh names, with its organization if the request names that itself. */
interface AskedProject {
  projectId: string;
  organizationId?: string;
}

/**
 * Refuses a project that is outside the caller's scope: see `reachedOrganization`.
 * @throws Problem NOT_FOUND.
 */
export async function assertProjectReach(pool: Pool, caller: Caller, asked: AskedProject): Promise<void> {
  const within = reachedOrganization(caller, asked);
  if (within !== undefined && !(await hasProject(pool, within, asked.projectId))) throw notFound('project');
}

/**
 * The organization that the project must belong to; undefined for any. A request on behalf of a principal is bounded by
 * the principal's project or, when no project is stated, by their organization. A request of a service on its own behalf
 * is bounded by the organization that it names itself.
 * @throws Problem NOT_FOUND when the request names another project or organization than the principal's.
 */
export function reachedOrganization(
  { userId, organizationId, projectId }: Caller,
  asked: AskedProject,
): string | undefined {
  const isForSomebody = userId !== undefined || organizationId !== undefined;
  const within = isForSomebody ? (organizationId ?? '') : asked.organizationId;
  if ((asked.organizationId ?? within) !== within || (projectId ?? asked.projectId) !== asked.projectId)
    throw notFound('project');
  return within;
}
