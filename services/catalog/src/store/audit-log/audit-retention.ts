import { rows, sql, type Db } from '@assay/kit/postgres/db';
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

/**
 * Deletes a batch of an organization's entries that are older, oldest first; answers their number, which is below
 * `limit` only when none are left.
 */
export async function deleteOldAuditEntries(
  db: Db,
  { organizationId, days }: AuditDays,
  limit: number,
): Promise<number> {
  const [pruned] = await rows<{ count: number }>(
    db,
    sql`select prune_audit_log(${organizationId}, ${days}, ${limit}) as count`,
  );
  return pruned!.count;
}

/** Drops the partitions of past months that have no entries. */
export async function dropEmptyAuditPartitions(db: Db): Promise<void> {
  await db.query(sql`select drop_empty_audit_partitions()`);
}
