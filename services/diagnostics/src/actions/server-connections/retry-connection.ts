import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { targetOf, type StoredConnection } from '../../domain/server-connections/connection.ts';
import { advanceConnection } from '../../store/server-connections/connections.ts';

/** Sets a failed connection to `validating` again; false when its status is no longer `failed`. */
export function retryConnection(pool: Pool, connection: StoredConnection): Promise<boolean> {
  return transaction(pool, async (tx) => {
    if (!(await advanceConnection(tx, connection.id, ['failed'], 'validating'))) return false;
    await audit(tx, {
      target: targetOf(connection),
      before: { status: connection.status },
      after: { status: 'validating' },
    });
    return true;
  });
}
