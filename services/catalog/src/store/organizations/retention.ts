import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { RetentionDays } from '../../domain/organizations/retention.ts';

/** The organization's own value; null when it sets none. */
const own = (kind: keyof RetentionDays) => fragment(`(retention ->> '${kind}Days')::int`);

/** The retention of runs, traces and sessions of each organization. */
export async function listRetentionDays(
  db: Db,
  organizationIds: string[],
  fallback: RetentionDays,
): Promise<({ organizationId: string } & Omit<RetentionDays, 'audit'>)[]> {
  return rows(
    db,
    sql`
    select id as "organizationId", coalesce(${own('runs')}, ${fallback.runs}::int) as runs, coalesce(${own('traces')}, ${fallback.traces}::int) as traces,
      coalesce(${own('sessions')}, ${fallback.sessions}::int) as sessions
    from organizations left join organization_settings on organization_id = id where id = any(${organizationIds})`,
  );
}

/** The time of last use of sign-in sessions and of chat sessions. */
const lastUse = { sessions: fragment('last_used_at'), chat_sessions: fragment('last_activity_at') };

/**
 * Deletes sessions that were idle for longer than their organization's retention; answers their number. The shortest
 * retention of all bounds the scan.
 */
export async function deleteIdle(
  db: Db,
  table: keyof typeof lastUse,
  { sessions: fallback }: RetentionDays,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query(sql`
    delete from ${fragment(table)} where id in (
      select id from ${fragment(table)} idle left join organization_settings using (organization_id)
      where ${lastUse[table]} < now() - make_interval(days => nullif(coalesce(${own('sessions')}, ${fallback}::int), 0))
        and ${lastUse[table]} < now() - make_interval(days => (select least(min(nullif(${own('sessions')}, 0)), nullif(${fallback}::int, 0)) from organization_settings))
      limit ${limit} for update of idle skip locked)`);
  return rowCount ?? 0;
}
