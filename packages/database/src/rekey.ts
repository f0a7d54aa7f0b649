import { fragment, openPool, rows, sql, type Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import { rewrapped } from '@assay/kit/security/seal';

/** A column with sealed values, the columns that identify a row, and the context that binds a value to its row. */
interface SealedColumn {
  schema: string;
  table: string;
  column: string;
  key: string[];
  contextOf(...key: string[]): string;
}

/**
 * The values that stay. Sign-ins that have begun and questions to models in flight hold sealed values, too, and are over
 * within a day.
 */
const SEALED_COLUMNS: SealedColumn[] = [
  {
    schema: 'catalog',
    table: 'servers',
    column: 'credentials',
    key: ['id'],
    contextOf: (id) => `server:${id}`,
  },
  {
    schema: 'catalog',
    table: 'secrets',
    column: 'sealed_value',
    key: ['id'],
    contextOf: (id) => `secret:${id}`,
  },
  {
    schema: 'catalog',
    table: 'model_providers',
    column: 'sealed_key',
    key: ['organization_id', 'provider'],
    contextOf: (organizationId, provider) => `model-provider:${organizationId}:${provider}`,
  },
  {
    schema: 'diagnostics',
    table: 'oauth_grants',
    column: 'sealed',
    key: ['server_id'],
    contextOf: (serverId) => `grant:${serverId}`,
  },
  {
    schema: 'runs',
    table: 'runs',
    column: 'sealed_models',
    key: ['id'],
    contextOf: (id) => `run:${id}`,
  },
  {
    schema: 'runs',
    table: 'judgements',
    column: 'sealed_access',
    key: ['id', 'run_id'],
    contextOf: (_id, runId) => `run:${runId}`,
  },
];

const BATCH = 500;

/** The schema of a service, and the connection string of its role. */
export interface ServiceUrl {
  schema: string;
  url: string;
}

export interface RekeyedColumn {
  column: string;
  rewrapped: number;
  /** Values that none of the keys opens. */
  unreadable: number;
}

/**
 * Brings every sealed value that stays under the first key-encryption key, while the services run. A value that changes
 * meanwhile is left alone: services seal with the first key, too.
 */
export async function rekeyDatabase(
  tenants: readonly ServiceUrl[],
  keyEncryptionKey: Buffer,
  log: Logger,
): Promise<RekeyedColumn[]> {
  const done: RekeyedColumn[] = [];
  for (const { schema, url } of tenants) {
    const pool = openPool(url, log, { max: 1, applicationName: 'rekey' });
    try {
      for (const sealed of SEALED_COLUMNS.filter((each) => each.schema === schema))
        done.push(await rekeyColumn(pool, sealed, keyEncryptionKey));
    } finally {
      await pool.end();
    }
  }
  return done;
}

async function rekeyColumn(
  pool: Pool,
  { schema, table, column, key, contextOf }: SealedColumn,
  keyEncryptionKey: Buffer,
): Promise<RekeyedColumn> {
  const [from, value, id] = [fragment(table), fragment(column), fragment(`array[${key.join(', ')}]::text[]`)];
  const result: RekeyedColumn = { column: `${schema}.${table}.${column}`, rewrapped: 0, unreadable: 0 };
  for (let last: string[] | undefined; ;) {
    const found = await rows<{ id: string[]; sealed: Buffer }>(
      pool,
      sql`
      select ${id} as id, ${value} as sealed from ${from}
      where ${value} is not null and (${last}::text[] is null or ${id} > ${last}::text[])
      order by ${id} limit ${BATCH}`,
    );
    for (const row of found) {
      try {
        const next = rewrapped(row.sealed, keyEncryptionKey, contextOf(...row.id));
        if (!next) continue;
        const { rowCount } = await pool.query(
          sql`update ${from} set ${value} = ${next} where ${id} = ${row.id} and ${value} = ${row.sealed}`,
        );
        result.rewrapped += rowCount ?? 0;
      } catch (error) {
        if ((error as { code?: string }).code !== undefined) throw error;
        result.unreadable++;
      }
    }
    if (found.length < BATCH) return result;
    last = found.at(-1)!.id;
  }
}
