import { ServerDeleted } from '@assay/contract/gen/assay/v1/events';
import { audit } from '@assay/kit/audit/audit';
import { transaction } from '@assay/kit/postgres/db';
import { newId } from '@assay/kit/id';
import { publish } from '@assay/kit/events/outbox';
import { named } from '../../store/servers/credentials.ts';
import type { Deps } from '../../deps.ts';
import { claimServer, deleteServer as remove } from '../../store/servers/servers.ts';
import { SERVERS } from '../../domain/topics.ts';

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
    const value = ServerDeleted.encode({ serverId, projectId, deletedAtMs: Date.now() }).finish();
    await publish(tx, {
      topic: SERVERS,
      key: serverId,
      id: newId('evt'),
      type: 'assay.v1.ServerDeleted',
      value,
    });
    return true;
  });
}
