import { rows, sql, type Db } from '@assay/kit/postgres/db';

/** A suite whose targets a change has reserved. */
export interface TargetChange {
  id: string;
  projectId: string;
  suiteId: string;
}

/** Answers the id of the change. */
export async function insertTargetChange(
  db: Db,
  { projectId, suiteId }: Omit<TargetChange, 'id'>,
): Promise<TargetChange['id']> {
  const [row] = await rows<{ id: string }>(
    db,
    sql`insert into target_changes (project_id, suite_id) values (${projectId}, ${suiteId}) returning id`,
  );
  return row!.id;
}

export async function deleteTargetChange(db: Db, id: string): Promise<void> {
  // Tenant: this process has begun the change, or claimed it.
  await db.query(sql`delete from target_changes where id = ${id}`);
}

/** Claims changes that are unsettled for this long, in milliseconds: they are claimed again after as long. */
export const claimUnsettledChanges = (db: Db, olderThanMs: number, limit: number): Promise<TargetChange[]> =>
  rows(
    db,
    // Tenant: the task goes over the changes of every project.
    sql`
    update target_changes set begun_at = now()
    where id in (
      select id from target_changes where begun_at < now() - ${olderThanMs} * interval '1 ms'
      order by begun_at limit ${limit} for update skip locked)
    returning id, project_id, suite_id`,
  );
