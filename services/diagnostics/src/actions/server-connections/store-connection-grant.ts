import { transaction, type Pool } from '@assay/kit/postgres/db';
import { advanceConnection } from '../../store/server-connections/connections.ts';
import { storeGrant, type GrantToStore } from '../oauth-grants/store-grant.ts';

/**
 * Stores the grant of a connection in `validating`; false when the connection was cancelled or its server was deleted.
 */
export const storeConnectionGrant = (
  pool: Pool,
  keyEncryptionKey: Buffer,
  connectionId: string,
  grant: GrantToStore,
): Promise<boolean> =>
  transaction(pool, async (tx) => {
    if (!(await advanceConnection(tx, connectionId, ['validating'], 'validating', { serverId: grant.serverId })))
      return false;
    await storeGrant(tx, keyEncryptionKey, grant);
    return true;
  });
