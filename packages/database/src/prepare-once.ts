import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@assay/kit/log';
import { readMigrations } from '@assay/kit/postgres/migrate';
import pg from 'pg';
import { prepareDatabase, type ServiceDatabase } from './prepare-database.ts';

/** The files with the steps of a preparation; its fingerprint depends on them, so a package has to hold them. */
export const PREPARATION_FILES = ['prepare-database.ts', 'let-sign-in.ts', 'scaler-role.ts'].map((file) =>
  join(import.meta.dirname, file),
);

/** The schema and the table of the last preparation; no service may read them. */
const TABLE = 'preparation.last';
const UNDEFINED_TABLE = '42P01';

/**
 * Prepares a database like `prepareDatabase`, unless its last preparation was the same: of the same services with the same
 * passwords, migrations and steps. Then it is one query. `adminUrl` signs in as a superuser; the passwords have to be
 * random, because their hash is stored.
 */
export async function prepareDatabaseOnce(adminUrl: string, tenants: ServiceDatabase[], log: Logger): Promise<void> {
  const fingerprint = await fingerprintOf(tenants);
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    if ((await findFingerprint(admin)) === fingerprint) return;
    await prepareDatabase(adminUrl, tenants, log);
    await admin.query(`
      create schema if not exists preparation;
      create table if not exists ${TABLE} (id int primary key default 1 check (id = 1), fingerprint text not null)`);
    await admin.query(
      `insert into ${TABLE} (fingerprint) values ($1) on conflict (id) do update set fingerprint = excluded.fingerprint`,
      [fingerprint],
    );
  } finally {
    await admin.end();
  }
}

/** Of everything that a preparation depends on, its own steps included. */
async function fingerprintOf(tenants: ServiceDatabase[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of PREPARATION_FILES) hash.update(await readFile(file, 'utf8'));
  for (const { migrations, guarded, ...tenant } of tenants) {
    const series = [
      await readMigrations(migrations),
      guarded && [guarded.schema, await readMigrations(guarded.migrations)],
    ];
    hash.update(JSON.stringify([tenant, series]));
  }
  return hash.digest('hex');
}

async function findFingerprint(admin: pg.Client): Promise<string | undefined> {
  try {
    return (await admin.query<{ fingerprint: string }>(`select fingerprint from ${TABLE}`)).rows[0]?.fingerprint;
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return undefined;
    throw error;
  }
}
