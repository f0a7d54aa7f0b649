import { ServerDeleted } from '@assay/contract/events';
import { audit } from '@assay/kit/audit/audit';
import { transaction } from '@assay/kit/postgres/db';
import { publish } from '@assay/kit/events/outbox';
import { named } from '../../store/servers/credentials.ts';
import type { Deps } from '../../deps.ts';
import { claimServer, deleteServer as remove } from '../../store/servers/servers.ts';

/** Deletes the server and says so. False when the project has no such server. */
export async function deleteServer(
  deps: Pick<Deps, 'pool' | 'keyEncryptionKey' | 'log'>,
  projectId: string,
  serverId: string,
): Promise<boolean> {
  return transaction(deps.pool, async (tx) => {
    const claimed = await claimServer(tx, projectId, serverId);
    if (!claimed || !(await remove(tx, projectId, serverId))) return false;
    await audit(tx, { target: { serverId }, before: named(claimed, deps) });
    await publish(tx, ServerDeleted, { serverId, projectId, deletedAtMs: Date.now() });
    return true;
  });
}
