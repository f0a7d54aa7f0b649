import { openPool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import { migrate } from '@assay/kit/postgres/migrate';
import pg from 'pg';
import { letSignIn } from './let-sign-in.ts';
import { admitScaler, dropScalingView, type ScalerRole } from './scaler-role.ts';

/**
 * A schema that belongs to the migration role. Its service may use it, and has the rights that its migrations grant to
 * PUBLIC; no other role may use it.
 */
export interface GuardedSchema {
  schema: string;
  migrations: string[];
}

/** The schema of one service, and its role, which can reach nothing else. */
export interface ServiceDatabase {
  schema: string;
  role: string;
  password: string;
  /** Folders of numbered SQL files, in the order in which they apply. */
  migrations: string[];
  /** The schema of tables that the service must not own. */
  guarded?: GuardedSchema;
}

/**
 * Prepares the database of `adminUrl`: creates missing roles and schemas, sets the passwords, revokes access from all
 * other roles, and applies each service's missing migrations in the service's role, those of guarded schemas in the
 * role of `adminUrl`. With a `scaler`, that role can read the depth of work and nothing else. It is safe to repeat, and to
 * run from several places at once.
 *
 * `adminUrl` signs in as the database's owner with CREATEROLE, or as a superuser.
 */
export async function prepareDatabase(
  adminUrl: string,
  tenants: ServiceDatabase[],
  log: Logger,
  scaler?: ScalerRole,
): Promise<void> {
  await asAdmin(adminUrl, async (admin) => {
    await closeToPublic(admin);
    for (const tenant of tenants) await admit(admin, tenant);
    await dropScalingView(admin);
  });
  try {
    await migrateSchemas(adminUrl, tenants, log);
  } finally {
    if (scaler)
      await asAdmin(adminUrl, (admin) =>
        admitScaler(
          admin,
          scaler,
          tenants.map(({ schema }) => schema),
        ),
      );
  }
}

async function migrateSchemas(adminUrl: string, tenants: ServiceDatabase[], log: Logger): Promise<void> {
  // The schemas have nothing in common; the disk writes the commits of several at once.
  const migrated = await Promise.allSettled(
    tenants.map(async (tenant) => {
      if (tenant.guarded) await migrateSchema(guardedUrl(adminUrl, tenant.guarded), tenant.guarded, log);
      await migrateSchema(serviceUrl(adminUrl, tenant), tenant, log);
    }),
  );
  const failed = migrated.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}

async function asAdmin(url: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await admin.query('begin');
    await admin.query(`select pg_advisory_xact_lock(hashtext('prepare'))`);
    await work(admin);
    await admin.query('commit');
  } finally {
    await admin.end();
  }
}

async function closeToPublic(admin: pg.Client): Promise<void> {
  await admin.query(`do $$ begin execute format('revoke all on database %I from public', current_database()); end $$`);
}

async function admit(admin: pg.Client, { schema, role, password, guarded }: ServiceDatabase): Promise<void> {
  const [s, r] = [admin.escapeIdentifier(schema), admin.escapeIdentifier(role)];
  const g = guarded && admin.escapeIdentifier(guarded.schema);
  await letSignIn(admin, role, password);
  // An admin without superuser rights may give a schema only to a role that it is a member of.
  await admin.query(`grant ${r} to current_user`);
  await admin.query(`create schema if not exists ${s} authorization ${r}`);
  if (g) await admin.query(`create schema if not exists ${g}; grant usage on schema ${g} to ${r}`);
  const {
    rows: [database],
  } = await admin.query<{ name: string }>('select quote_ident(current_database()) as name');
  await admin.query(`grant connect on database ${database!.name} to ${r}`);
  await admin.query(`alter role ${r} in database ${database!.name} set search_path = ${g ? `${s}, ${g}` : s}`);
}

/** Migrations run in the service's role, so that it owns its tables and a migration can touch nothing else. */
const serviceUrl = (adminUrl: string, { role, password }: ServiceDatabase): string =>
  Object.assign(new URL(adminUrl), {
    username: encodeURIComponent(role),
    password: encodeURIComponent(password),
  }).toString();

/** The functions of a guarded schema keep its search path: temporary objects come last, so that they hide no table. */
function guardedUrl(adminUrl: string, { schema }: GuardedSchema): string {
  const url = new URL(adminUrl);
  const given = url.searchParams.get('options') ?? '';
  url.searchParams.set('options', `${given} -c search_path=${schema},pg_temp`.trim());
  return url.toString();
}

async function migrateSchema(url: string, { schema, migrations }: GuardedSchema, log: Logger): Promise<void> {
  const pool = openPool(url, log, { max: 1, applicationName: 'migrate' });
  try {
    const applied = await migrate(pool, migrations);
    log.info({ schema, applied }, applied.length ? 'migrated' : 'up to date');
  } finally {
    await pool.end();
  }
}
