import { ServerDeleted } from '@assay/contract/gen/assay/v1/events';
import { transaction, type Pool } from '@assay/kit/db';
import { newId } from '@assay/kit/id';
import { publish } from '@assay/kit/outbox';
import { deleteServer as remove } from '../store/servers.ts';
import { SERVERS } from '../topics.ts';

/** Deletes the server and says so. False when the project has no such server. */
export async function deleteServer(pool: Pool, projectId: string, serverId: string): Promise<boolean> {
  return transaction(pool, async (tx) => {
    if (!(await remove(tx, projectId, serverId))) return false;
    const value = ServerDeleted.encode({ serverId, projectId, deletedAtMs: Date.now() }).finish();
    await publish(tx, { topic: SERVERS, key: serverId, id: newId('evt'), type: 'assay.v1.ServerDeleted', value });
    return true;
  });
}
