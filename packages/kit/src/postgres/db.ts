import { hash } from 'node:crypto';
import pg, { type Client, type ClientConfig, type Pool, type PoolClient, type QueryResultRow } from 'pg';
import type { Logger } from '../log.ts';
import { endPostgresOutage, postgresOutageOf } from '../outage-log.ts';
import { firstFailure, forgetFailures, rememberFailures } from './first-failure.ts';
import { Lookups } from './lookups.ts';
import { observePool } from './observe-pool.ts';
import { rowsOf } from './row-shape.ts';
import { sendUnnamed } from './send-unnamed.ts';
import { endSilentConnections } from './silent-connections.ts';

export type Db = Pick<Pool, 'query'>;
export type Tx = PoolClient;
export type { Pool } from 'pg';

/** A statement that takes longer is given up, in milliseconds: a host that vanished without a word must not hold the pool. */
const QUERY_MS = 60_000;

/** A connection that was not used for this long is closed, in milliseconds; longer than a runner waits for work. */
const UNUSED_MS = 20_000;

export interface PoolOptions {
  max?: number | undefined;
  applicationName?: string;
  /** How long to wait for a connection, a free one included, in milliseconds. */
  connectMs?: number;
  /**
   * Postgres gives up a statement that takes longer, in milliseconds, so that it takes no effect after its caller
   * stopped waiting.
   */
  statementMs?: number;
  /** The URL of Postgres itself, where `url` is of a pooler that hands out connections by transaction. */
  directUrl?: string | undefined;
  /** False for a pooler that keeps no named statements: prepared ones are sent without their names, and parsed each time. */
  keepsPrepared?: boolean | undefined;
}

/** How each pool opens a connection beside its own. */
const direct = new WeakMap<Pool, ClientConfig>();

/** Opens a pool whose broken connections are replaced, never fatal; an outage is logged once. */
export function openPool(url: string, log: Logger, options: PoolOptions = {}): Pool {
  const connection = {
    connectionString: url,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.connectMs ?? 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    query_timeout: QUERY_MS,
    statement_timeout: options.statementMs,
  };
  const pool = new pg.Pool({
    ...connection,
    max: options.max ?? 10,
    idleTimeoutMillis: UNUSED_MS,
    pipeline: true,
  });
  direct.set(pool, { ...connection, connectionString: options.directUrl ?? url });
  if (options.directUrl === undefined || options.directUrl === url) endSilentConnections(pool, connection);
  // Connections that are being closed may still hear that Postgres stops, too.
  const lost = (error: Error) => {
    if (!pool.ending) postgresOutageOf(log, error).began(error);
  };
  pool.on('error', lost);
  pool.on('connect', (client) => {
    client.on('error', lost);
    rememberFailures(client);
    if (options.keepsPrepared === false) sendUnnamed(client);
  });
  pool.on('acquire', () => endPostgresOutage(log));
  observePool(pool, options.applicationName ?? 'assay');
  return pool;
}

/**
 * Opens a connection to the database of a pool that is not one of the pool's, for what lasts longer than a transaction:
 * notifications and locks of a session. Rejects with pg's error when Postgres cannot be reached.
 */
export async function connectBeside(pool: Pool): Promise<Client> {
  const client = new pg.Client(direct.get(pool));
  // Postgres may stop with the message after the one that it is ready, before the caller can listen; `end` tells of it, too.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Fixed SQL text, such as a list of columns, that `sql` splices in as it is. Never made of input. */
export class Fragment {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
export const fragment = (text: string) => new Fragment(text);

/**
 * An expression for the list of a statement's results. When the statement returns a row, its transaction commits without
 * waiting for the disk or a standby: a crash of Postgres within the next three `wal_writer_delay`s may undo it.
 */
export const WITHOUT_DISK = fragment(`(select set_config('synchronous_commit', 'off', true))`);

/**
 * Ends a subquery that finds a row by its primary key: Postgres plans it by itself, and looks at other conditions after it.
 * While it has no statistics of a table that grew a moment ago, it may else read all children of a parent and filter them
 * by the key.
 */
export const KEY_FIRST = fragment('offset 0');

/** `name` makes it a prepared statement. */
export interface Statement {
  name?: string;
  text: string;
  values: unknown[];
  /** Whether it may share a connection with others. */
  isLookup?: true;
}

/** The text of a statement that was made from a template, and the texts of the fragments in it. */
interface WrittenStatement {
  text: string;
  fragments: (string | undefined)[];
  /** Of a prepared statement. */
  name?: string;
}

/** The last statement of each template: nearly all have the same fragments each time. */
const written = new WeakMap<TemplateStringsArray, WrittenStatement>();

/** The statement of a template with these parts; the same object as before unless a fragment has changed. */
function writtenOf(template: TemplateStringsArray, parts: unknown[]): WrittenStatement {
  const fragments = parts.map((part) => (part instanceof Fragment ? part.text : undefined));
  const known = written.get(template);
  if (known && fragments.every((part, i) => part === known.fragments[i])) return known;
  let count = 0;
  const text = template.reduce((before, after, i) => `${before}${fragments[i - 1] ?? `$${++count}`}${after}`);
  const fresh = { text, fragments };
  written.set(template, fresh);
  return fresh;
}

const valuesIn = (parts: unknown[]): unknown[] => parts.filter((part) => !(part instanceof Fragment));

/** sql`select … where id = ${id}` → a parameterised query. Values never enter the text. */
export const sql = (template: TemplateStringsArray, ...parts: unknown[]): Statement => ({
  text: writtenOf(template, parts).text,
  values: valuesIn(parts),
});

/**
 * Like `sql`, for a statement that runs very often: each connection parses and plans it once, which is a fifth of the time
 * of a read by primary key.
 */
export function prepared(template: TemplateStringsArray, ...parts: unknown[]): Statement {
  const statement = writtenOf(template, parts);
  statement.name ??= hash('sha256', statement.text, 'base64');
  return { name: statement.name, text: statement.text, values: valuesIn(parts) };
}

/**
 * Like `prepared`, for a read of few rows by their key that waits for no lock: the reads of one moment share a connection of
 * their pool.
 */
export const lookup = (template: TemplateStringsArray, ...parts: unknown[]): Statement =>
  Object.assign(prepared(template, ...parts), { isLookup: true as const });

const lookups = new WeakMap<Pool, Lookups>();

/** The lookups over the connections of a pool. */
function lookupsOf(pool: Pool): Lookups {
  const known = lookups.get(pool) ?? new Lookups(pool);
  lookups.set(pool, known);
  return known;
}

/**
 * The rows that a statement returns, with its columns in camelCase: `created_at` is `createdAt`. Rejects with pg's error
 * when Postgres refuses it or is lost.
 */
export async function rows<R extends QueryResultRow>(
  db: Db,
  { isLookup, name, text, values }: Statement,
): Promise<R[]> {
  const query = { name, text, values, rowMode: 'array' as const };
  if (name === undefined || !(db instanceof pg.Pool)) return rowsOf(await db.query<unknown[]>(query));
  if (isLookup) return rowsOf(await lookupsOf(db).query(query));
  const client = await db.connect();
  try {
    return rowsOf(await client.query<unknown[]>(query));
  } finally {
    // A pool would close a connection whose statement was refused, with all that is prepared on it.
    client.release();
  }
}

/**
 * Runs `work` in one transaction: committed when it returns, rolled back when it throws. Statements that `work` sends without
 * waiting in between travel together and run in their order; when one fails, Postgres refuses the ones behind it, and
 * the transaction fails with the first failure.
 */
export async function transaction<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = await pool.connect();
  forgetFailures(tx);
  let broken: Error | undefined;
  try {
    // Travels with the first statement, which fails as well when this one does.
    const begun = tx.query('begin');
    begun.catch(() => undefined);
    const result = await work(tx);
    await Promise.all([begun, tx.query('commit')]);
    return result;
  } catch (error) {
    // A connection that cannot even roll back is not reused.
    await tx.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw firstFailure(tx, error);
  } finally {
    tx.release(broken);
  }
}

const UNAVAILABLE = /^(08|53|57P0[123])/;
const SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);

/** Whether Postgres could not be reached or is restarting, as opposed to having refused the statement. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return (
    (code !== undefined && (UNAVAILABLE.test(code) || SOCKET.has(code))) ||
    /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      message ?? '',
    )
  );
}

/** Whether a write met a row that is already there under the same unique key. */
export const isDuplicate = (error: unknown): boolean => (error as { code?: string }).code === '23505';
