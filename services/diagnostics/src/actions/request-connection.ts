import { audit } from '@assay/kit/audit';
import { transaction, type Pool } from '@assay/kit/db';
import { targetOf } from '../domain/connection.ts';
import { insertConnection, type NewConnection } from '../store/connections.ts';

/** Writes down that somebody wants a connection. */
export async function requestConnection(pool: Pool, wish: NewConnection & { reauthorize: boolean }): Promise<void> {
  const { url, name, reauthorize } = wish;
  await transaction(pool, async (tx) => {
    await insertConnection(tx, wish);
    await audit(tx, { target: targetOf(wish), after: { url, name, reauthorize } });
  });
}
