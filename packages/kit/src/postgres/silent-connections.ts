import type { Socket } from 'node:net';
import pg, { type ClientConfig, type Pool, type PoolClient } from 'pg';

/** A connection at work that received nothing for this long is doubted, in milliseconds. */
const SILENT_MS = 5_000;
/** How long a new connection may take, in milliseconds. */
const CONNECT_MS = 5_000;
/** The new connections in a row that could not be made after which Postgres counts as gone. */
const TRIES = 3;

/**
 * Ends the connections of a pool whose server vanished without closing them, as in a fail-over: their statements fail, where
 * they would wait for a minute and hold the pool. A connection is ended when a new one does not find its process in
 * Postgres, or when none can be made. A statement that takes long is left alone. Not for a pooler, which has processes of
 * its own.
 */
export function endSilentConnections(pool: Pool, connection: ClientConfig): void {
  /** Connections on loan, with the bytes that each had received at the last look. */
  const lent = new Map<PoolClient, number | undefined>();
  let isAsking = false;
  let failures = 0;
  pool.on('acquire', (client) => void lent.set(client, undefined));
  pool.on('release', (_error, client) => void lent.delete(client));
  pool.on('remove', (client) => void lent.delete(client));

  const isSilent = (client: PoolClient) => lent.get(client) === streamOf(client).bytesRead;
  const look = async () => {
    const silent = [...lent.keys()].filter(isSilent);
    for (const client of lent.keys()) lent.set(client, streamOf(client).bytesRead);
    if (silent.length === 0 || isAsking) return;
    isAsking = true;
    const living = await livingProcesses(connection).catch(() => undefined);
    isAsking = false;
    failures = living ? 0 : failures + 1;
    if (!living && failures < TRIES) return;
    for (const client of silent)
      if (isSilent(client) && !living?.has(processOf(client)))
        streamOf(client).destroy(new Error('Connection terminated: Postgres no longer answers on it.'));
  };
  const timer = setInterval(() => (pool.ended ? clearInterval(timer) : void look()), SILENT_MS);
  timer.unref();
}

/** The fields of a client that its declarations lack. */
type Wired = PoolClient & { readonly connection: { readonly stream: Socket }; readonly processID: number };

const streamOf = (client: PoolClient): Socket => (client as Wired).connection.stream;
const processOf = (client: PoolClient): number => (client as Wired).processID;

/** The processes of the user's connections; all count as living when Postgres answers and takes no connection. Rejects when it is not reached. */
async function livingProcesses(connection: ClientConfig): Promise<{ has(process: number): boolean }> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where usename = current_user',
    );
    return new Set(rows.map(({ pid }) => pid));
  } catch (error) {
    // Such as too many connections: it lives, and nothing is known of its processes.
    if (error instanceof pg.DatabaseError) return { has: () => true };
    throw error;
  } finally {
    void client.end().catch(() => undefined);
  }
}
