import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { targetOf } from '../../domain/server-connections/connection.ts';
import { insertConnection, type NewConnection } from '../../store/server-connections/connections.ts';

/** Inserts a new connection and writes it to the audit log. */
export async function requestConnection(pool: Pool, wish: NewConnection & { reauthorize: boolean }): Promise<void> {
  const { url, name, reauthorize } = wish;
  await transaction(pool, async (tx) => {
    await insertConnection(tx, wish);
    await audit(tx, { target: targetOf(wish), after: { url, name, reauthorize } });
  });
}
