import { notFound } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/security/caller';
import type { Pool } from '@assay/kit/postgres/db';
import { hasProject } from '../../store/projects/projects.ts';

/**
 * Holds whoever asks for somebody to the project that these were let into, or, where none is stated, to their organization. A
 * service that asks on its own behalf is held to what it names itself.
 * @throws Problem NOT_FOUND.
 */
export async function reachProject(
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
