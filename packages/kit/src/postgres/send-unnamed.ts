import type { PoolClient } from 'pg';

/** Leaves out the names of the statements that a connection sends: a pooler may not keep statements by their names. */
export function sendUnnamed(client: PoolClient): void {
  const send = client.query.bind(client) as (...given: unknown[]) => unknown;
  const query = (statement: unknown, ...rest: unknown[]) =>
    send(typeof statement === 'object' ? { ...statement, name: undefined } : statement, ...rest);
  client.query = query as typeof client.query;
}
