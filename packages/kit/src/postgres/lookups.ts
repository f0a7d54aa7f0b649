import type { Pool, PoolClient, QueryArrayConfig, QueryArrayResult } from 'pg';

/** How many lookups share a connection before the next ones take another: a slow one holds up those behind it. */
const MAX_SHARING = 8;

/** A connection that is on loan to several lookups. */
interface SharedClient {
  client: Promise<PoolClient>;
  taken: number;
  open: number;
}

/**
 * Sends lookups of one moment over one connection, one behind the other: its process in Postgres then goes on to the next
 * one, where each of several processes has to be woken. The connection goes back to the pool with the last one.
 */
export class Lookups {
  readonly #pool: Pool;
  #shared: SharedClient | undefined;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** The result of a query that waits for no lock. Rejects when Postgres refuses it, or when the connection is lost. */
  async query<R extends unknown[]>(query: QueryArrayConfig): Promise<QueryArrayResult<R>> {
    const shared = (this.#shared ??= { client: this.#pool.connect(), taken: 0, open: 0 });
    shared.open++;
    if (++shared.taken === MAX_SHARING) this.#shared = undefined;
    try {
      return await (await shared.client).query<R>(query);
    } finally {
      shared.open--;
      if (shared.open === 0) this.#giveBack(shared);
    }
  }

  /** The pool itself closes a client whose connection is lost. */
  #giveBack(shared: SharedClient): void {
    if (this.#shared === shared) this.#shared = undefined;
    shared.client.then(
      (client) => client.release(),
      () => undefined,
    );
  }
}
