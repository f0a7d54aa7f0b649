import { notFound } from '@assay/contract/problem';
import { rows, sql, type Tx } from '@assay/kit/postgres/db';

/** Dismisses a finding of a series, or takes that back; answers whether that changed it. Throws NOT_FOUND. */
export async function setDismissed(tx: Tx, seriesId: string, id: string, dismissed: boolean): Promise<boolean> {
  const [found] = await rows<{ wasDismissed: boolean }>(
    tx,
    sql`
    select dismissed_at is not null as "wasDismissed" from findings
    where series_id = ${seriesId} and id = ${id} for update`,
  );
  if (!found) throw notFound('finding');
  if (found.wasDismissed === dismissed) return false;
  await tx.query(sql`
    update findings set dismissed_at = case when ${dismissed} then now() end, updated_at = now()
    where series_id = ${seriesId} and id = ${id}`);
  return true;
}
