import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { RetentionDays } from '../../domain/organizations/retention.ts';

/** For how many days an organization keeps its entries in the audit log; 0 for ever. */
export interface AuditDays {
  organizationId: string;
  days: number;
}

/** Every organization with entries in the log, deleted ones too. */
export async function listAuditDays(db: Db, { audit: fallback }: RetentionDays): Promise<AuditDays[]> {
  return rows<AuditDays>(
    db,
    sql`
    with recursive logged (id) as (
      select min(organization_id) from audit_log
      union all
      select (select min(organization_id) from audit_log where organization_id > logged.id) from logged where id is not null)
    select id as "organizationId", coalesce((retention ->> 'auditDays')::int, ${fallback}::int) as days
    from logged left join organization_settings on organization_id = id where id is not null`,
  );
}

const MAX_POSITION = '9223372036854775807';

const allowDeletion = (tx: Tx) => tx.query(`set local assay.pruning = 'on'`);

/**
 * Deletes a batch of an organization's entries that are older, oldest first; answers their number, which is below
 * `limit` only when none are left. An entry stays while one that was stored before it stays, so that the chain of hashes
 * has no gap.
 */
export async function deleteOldEntries(tx: Tx, { organizationId, days }: AuditDays, limit: number): Promise<number> {
  await allowDeletion(tx);
  // Constant bounds let Postgres skip the partitions of other months.
  const [last] = await rows<{ at: Date; position: string }>(
    tx,
    sql`
    with kept as (
      select position from audit_log
      where organization_id = ${organizationId} and at >= now() - make_interval(days => ${days}::int) order by position limit 1),
    due as (
      select at, position from audit_log
      where organization_id = ${organizationId} and at < now() - make_interval(days => ${days}::int)
        and position < coalesce((select position from kept), ${MAX_POSITION}::bigint)
      order by position limit ${limit})
    select max(at) as at, max(position) as position from due having count(*) > 0`,
  );
  if (!last) return 0;
  const { rowCount } = await tx.query(
    sql`delete from audit_log where organization_id = ${organizationId} and at <= ${last.at} and position <= ${last.position}`,
  );
  return rowCount ?? 0;
}

/** The partitions of past months. */
export async function listPastPartitions(db: Db): Promise<string[]> {
  const past = await rows<{ name: string }>(
    db,
    sql`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'audit_log'::regclass and relname ~ '^audit_log_\\d{4}_\\d{2}$'
      and (to_date(right(relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= now()
    order by 1`,
  );
  return past.map(({ name }) => name);
}

/** Whether a partition has no rows. */
export async function isEmpty(db: Db, name: string): Promise<boolean> {
  return (await rows(db, sql`select from ${fragment(name)} limit 1`)).length === 0;
}

/**
 * Drops a partition if it is empty. Writers of the log wait for the lock, for 5 seconds at most before the drop gives
 * up.
 */
export async function dropPartition(tx: Tx, name: string): Promise<void> {
  await tx.query(`set local lock_timeout = '5s'`);
  await tx.query('lock table audit_log in access exclusive mode');
  if (await isEmpty(tx, name)) await tx.query(sql`drop table ${fragment(name)}`);
}
