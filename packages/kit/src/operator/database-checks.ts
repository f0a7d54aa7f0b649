import { rows, sql, type Pool } from '../postgres/db.ts';
import { hasFailed, isWell, warns, type HealthCheck } from './health-check.ts';

/** Connections of the whole server in use, as a share, from which on the operator is warned. */
const FULL_SHARE = 0.9;
/** An event that waits longer for the bus is a warning, in seconds. */
const OUTBOX_S = 60;

/** Looks at Postgres as a service uses it: the connection, the free connections, and whether it takes writes. */
export const postgresCheck = (pool: Pool): HealthCheck => ({
  part: 'postgres',
  next: 'See the runbook, AssayServiceDown: is Postgres up, reachable from the pods, and does the password fit?',
  look: async () => {
    // Before this look and its neighbours wait for connections themselves.
    const waiting = pool.waitingCount;
    const begun = performance.now();
    const [found] = await rows<{
      isReadOnly: boolean;
      used: number;
      most: number;
      bytes: string;
      version: string;
    }>(
      pool,
      sql`
      select current_setting('transaction_read_only') = 'on' as is_read_only, current_setting('server_version') as version,
        (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
        pg_database_size(current_database()) as bytes`,
    );
    const { isReadOnly, used, most, bytes, version } = found!;
    const tookMs = Math.round(performance.now() - begun);
    if (isReadOnly)
      return hasFailed(
        'Postgres takes no writes: it is a standby, or its disk is full.',
        'Point the connection strings at the primary, or free the disk.',
      );
    const state = `Postgres ${version} answered in ${tookMs} ms; ${used} of ${most} connections, ${megabytes(Number(bytes))}.`;
    if (waiting > 0)
      return warns(
        `${state} ${waiting} requests of this process wait for one of its ${pool.options.max} connections.`,
        'See the runbook, AssayDatabasePoolExhausted.',
      );
    return used >= most * FULL_SHARE
      ? warns(state, 'Raise max_connections, or run fewer replicas or smaller pools (DATABASE_POOL_SIZE).')
      : isWell(state);
  },
});

/** Looks at the migrations of the schema. */
export const schemaCheck = (pool: Pool): HealthCheck => ({
  part: 'schema',
  next: 'Run the migrations (helm upgrade, or npm start), and see the runbook for a stuck migration.',
  look: async () => {
    const [found] = await rows<{ count: number; last: string | null }>(
      pool,
      sql`
      select count(*)::int as count, (array_agg(name order by applied_at desc, name desc))[1] as last from migrations`,
    );
    return isWell(`${found!.count} migrations, the last one is ${found!.last ?? 'none'}.`);
  },
});

/** Looks at the events that are not on the bus yet. */
export const outboxCheck = (pool: Pool): HealthCheck => ({
  part: 'outbox',
  next: 'See the runbook, AssayOutboxPending.',
  look: async () => {
    const [found] = await rows<{ pending: number; seconds: number }>(
      pool,
      sql`
      select count(*)::int as pending, coalesce(extract(epoch from now() - min(created_at)), 0)::int as seconds
      from (select created_at from outbox order by id limit 10000) as oldest`,
    );
    const { pending, seconds } = found!;
    if (pending === 0) return isWell('No event waits for the bus.');
    const state = `${pending} events wait for the bus, the oldest for ${seconds} s.`;
    return seconds > OUTBOX_S
      ? warns(state, 'The relay does not get rid of them: see the runbook, AssayOutboxPending.')
      : isWell(state);
  },
});

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024).toLocaleString('en')} MB`;
