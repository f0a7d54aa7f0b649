import { DirectoryService } from '@assay/contract/gen/assay/v1/catalog';
import { roleOf } from '@assay/kit/security/role';
import type { Caller } from '@assay/kit/security/caller';
import type { Deps } from '../../deps.ts';

/** Whether the caller of an operation without a project in its path has a role in this project now. */
export async function canSeeProject(
  { catalog }: Pick<Deps, 'catalog'>,
  caller: Caller,
  projectId: string,
): Promise<boolean> {
  const { organizationId, userId, keyId = '', sessionId } = caller;
  if (organizationId === undefined || userId === undefined) return false;
  const request = { organizationId, userId, projectId, keyId, ...(sessionId !== undefined && { sessionId }) };
  return roleOf((await catalog.call(DirectoryService.authorize, request, { caller })).role) !== undefined;
}
