import { ServerDeleted } from '@assay/mesh/events';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { publish } from '@assay/kit/events/outbox';
import { claimServer, deleteServer as remove } from '../../store/servers/servers.ts';

/** Deletes the server and publishes `ServerDeleted`. False when the project has no such server. */
export async function deleteServer(pool: Pool, projectId: string, serverId: string): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const claimed = await claimServer(tx, projectId, serverId);
    if (!claimed || !(await remove(tx, projectId, serverId))) return false;
    await audit(tx, { target: { serverId }, before: claimed.server });
    await publish(tx, ServerDeleted, { serverId, projectId, deletedAtMs: Date.now() });
    return true;
  });
}
