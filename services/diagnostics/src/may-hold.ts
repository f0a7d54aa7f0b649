import { includes } from '@assay/contract/access';
import { DirectoryService } from '@assay/contract/gen/assay/v1/catalog';
import { roleOf } from '@assay/kit/role';
import type { Deps } from './deps.ts';
import type { Maker } from './store/tunnels.ts';

/** Whether who made a tunnel's token still is a member of its project, and the key they made it with holds. */
export async function mayHold({ catalog }: Pick<Deps, 'catalog'>, { organizationId, userId, keyId, projectId }: Maker): Promise<boolean> {
  // Of a token from before this was kept nobody knows more; it opens connections for a day.
  if (organizationId === null) return true;
  const { role } = await catalog.call(DirectoryService.authorize, { organizationId, userId, projectId, ...(keyId !== null && { keyId }) });
  return includes(roleOf(role), 'member');
}
