import { includes } from '@assay/contract/access';
import type { Deps } from '../../deps.ts';
import { roleIn } from '../access/role-in.ts';
import type { Maker } from '../../store/tunnels/tunnels.ts';

/** Whether who made a tunnel's token still is a member of its project, and the key or session they made it with holds. */
export async function mayHold(
  deps: Pick<Deps, 'catalog'>,
  { organizationId, userId, keyId, sessionId, projectId }: Maker,
): Promise<boolean> {
  // Of a token from before this was kept nobody knows more; it opens connections for a day.
  if (organizationId === null) return true;
  return includes(
    await roleIn(deps, {
      organizationId,
      userId,
      projectId,
      keyId: keyId ?? undefined,
      sessionId: sessionId ?? undefined,
    }),
    'member',
  );
}
