import { rows, sql, type Db } from '@assay/kit/postgres/db';

/** A dismissal is kept for this long: an item that is as old is not listed any more, in days. */
const KEPT_DAYS = 90;

/** The items of a project that people dismissed. */
export async function listDismissed(db: Db, projectId: string): Promise<Set<string>> {
  const found = await rows<{ itemId: string }>(
    db,
    sql`select item_id from attention_dismissals where project_id = ${projectId}`,
  );
  return new Set(found.map(({ itemId }) => itemId));
}

/** False when it was dismissed before. */
export async function insertDismissal(
  db: Db,
  { projectId, itemId, userId }: { projectId: string; itemId: string; userId: string | undefined },
): Promise<boolean> {
  await db.query(sql`
    delete from attention_dismissals where project_id = ${projectId} and dismissed_at < now() - ${KEPT_DAYS} * interval '1 day'`);
  const { rowCount } = await db.query(sql`
    insert into attention_dismissals (project_id, item_id, dismissed_by) values (${projectId}, ${itemId}, ${userId ?? null})
    on conflict do nothing`);
  return rowCount === 1;
}

/** False when it was not dismissed. */
export async function deleteDismissal(db: Db, projectId: string, itemId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`delete from attention_dismissals where project_id = ${projectId} and item_id = ${itemId}`,
  );
  return rowCount === 1;
}
