import type pg from 'pg';
import { letSignIn } from './let-sign-in.ts';

/** The role that an autoscaler signs in with. */
export interface ScalerRole {
  role: string;
  password: string;
}

/** The schema of the view that the autoscaler reads. It belongs to the migration role, and holds nothing else. */
const SCHEMA = 'scaling';
const VIEW = `${SCHEMA}.open_work`;
/** The autoscaler holds a connection for each of its triggers. */
const MAX_CONNECTIONS = 10;
const MAX_STATEMENT_SECONDS = 5;

/** Drops the view, on which migrations of the views below it would founder. */
export const dropScalingView = (admin: pg.Client): Promise<unknown> => admin.query(`drop view if exists ${VIEW}`);

/**
 * Makes the view of all open work of the installation, of the `schemas` that have some, and the role that can read this
 * view alone. The view reads the tables with the rights of their services, so the role needs none.
 */
export async function admitScaler(admin: pg.Client, { role, password }: ScalerRole, schemas: string[]): Promise<void> {
  await letSignIn(admin, role, password);
  const r = admin.escapeIdentifier(role);
  const { rows: owners } = await admin.query<{ schema: string }>(
    `select schema from unnest($1::text[]) schema where to_regclass(format('%I.open_work', schema)) is not null order by schema`,
    [schemas],
  );
  await admin.query(`create schema if not exists ${SCHEMA}`);
  if (owners.length > 0) {
    const parts = owners.map(
      ({ schema }) =>
        `select ${admin.escapeLiteral(schema)}::text as service, kind, labels, waiting, held, oldest_age_seconds from ${admin.escapeIdentifier(schema)}.open_work`,
    );
    await admin.query(`create or replace view ${VIEW} as ${parts.join(' union all ')}`);
    await admin.query(`grant select on ${VIEW} to ${r}`);
  }
  await admin.query(`grant usage on schema ${SCHEMA} to ${r}`);
  await admin.query(
    `do $$ begin execute format('grant connect on database %I to %I', current_database(), ${admin.escapeLiteral(role)}); end $$`,
  );
  await admin.query(
    `alter role ${r} connection limit ${MAX_CONNECTIONS};
     alter role ${r} set statement_timeout = '${MAX_STATEMENT_SECONDS}s';
     alter role ${r} set default_transaction_read_only = on`,
  );
}
