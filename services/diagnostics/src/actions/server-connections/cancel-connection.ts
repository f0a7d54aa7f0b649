import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { targetOf, type StoredConnection } from '../../domain/server-connections/connection.ts';
import { cancelConnection as cancel } from '../../store/server-connections/connections.ts';

/** Cancels a connection; false when it has ended, or its server is saved. */
export function cancelConnection(pool: Pool, connection: StoredConnection): Promise<boolean> {
  return transaction(pool, async (tx) => {
    if (!(await cancel(tx, connection.id))) return false;
    await audit(tx, {
      target: targetOf(connection),
      before: { status: connection.status },
      after: { status: 'cancelled' },
    });
    return true;
  });
}
