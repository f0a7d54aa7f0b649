import type { Connection, DatabaseError, PoolClient } from 'pg';

/** The SQLSTATE of a statement that Postgres refuses because an earlier one of its transaction failed. */
const IN_FAILED_TRANSACTION = '25P02';
/** The last failure of each connection's own, without the ones that follow from it. */
const failures = new WeakMap<PoolClient, Error>();

/** Remembers the failures of a connection: a promise of a statement that follows a failed one may reject before the promise of that one. */
export function rememberFailures(client: PoolClient): void {
  (client as PoolClient & { readonly connection: Connection }).connection.on('errorMessage', (error: DatabaseError) => {
    if (error.code !== IN_FAILED_TRANSACTION) failures.set(client, error);
  });
}

/** Forgets the failures of earlier transactions of a connection. */
export const forgetFailures = (client: PoolClient): void => void failures.delete(client);

/** The failure that aborted a transaction, for an error that only says that it is aborted. */
export function firstFailure(tx: PoolClient, error: unknown): unknown {
  return (error as { code?: string }).code === IN_FAILED_TRANSACTION ? (failures.get(tx) ?? error) : error;
}
