import { roleIncludes } from '@assay/contract/access';
import type { Deps } from '../../deps.ts';
import { roleIn } from '../access/role-in.ts';
import type { TunnelMaker } from '../../store/tunnels/tunnels.ts';

/**
 * Whether the creator of a tunnel's token is still a member of its project, and the key or session of the creation is
 * still valid.
 */
export async function mayHold(
  deps: Pick<Deps, 'catalog'>,
  { organizationId, userId, keyId, sessionId, projectId }: TunnelMaker,
): Promise<boolean> {
  // A token from before these columns existed has no organization; it expires within a day.
  if (organizationId === null) return true;
  return roleIncludes(
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
