import { audit } from '@assay/kit/audit';
import { transaction, type Pool } from '@assay/kit/db';
import { targetOf, type Connection } from '../domain/connection.ts';
import { cancelConnection as cancel } from '../store/connections.ts';

/** Gives a connection up; false when it has ended, or its server is saved. */
export function cancelConnection(pool: Pool, connection: Connection): Promise<boolean> {
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
