import { notFound } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/security/caller';
import type { Pool } from '@assay/kit/postgres/db';
import { hasProject } from '../../store/projects/projects.ts';

/**
 * Refuses a project that is outside the caller's scope. A request on behalf of a principal is bounded by the
 * principal's project or, when no project is stated, by their organization. A request of a service on its own behalf is
 * bounded by the organization that it names itself.
 * @throws Problem NOT_FOUND.
 */
export async function assertProjectReach(
  pool: Pool,
  { userId, organizationId, projectId }: Caller,
  asked: { projectId: string; organizationId?: string },
): Promise<void> {
  const isForSomebody = userId !== undefined || organizationId !== undefined;
  const within = isForSomebody ? (organizationId ?? '') : asked.organizationId;
  const isElsewhere = (asked.organizationId ?? within) !== within || (projectId ?? asked.projectId) !== asked.projectId;
  if (isElsewhere || (within !== undefined && !(await hasProject(pool, within, asked.projectId))))
    throw notFound('project');
}
