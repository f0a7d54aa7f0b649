import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

/** Makes a wave unless the project has it, and notes that it changed. */
export async function touchWave(tx: Tx, projectId: string, id: string): Promise<void> {
  await tx.query(sql`
    insert into waves (project_id, id) values (${projectId}, ${id})
    on conflict (project_id, id) do update set changed_at = now()`);
}

/** A wave, and whether its findings are computed from all of its sessions. */
export async function findWave(
  db: Db,
  projectId: string,
  id: string,
): Promise<{ id: string; createdAt: Date; isMined: boolean } | undefined> {
  const [found] = await rows<{ id: string; createdAt: Date; isMined: boolean }>(
    db,
    sql`
    select id, created_at as "createdAt", coalesce(mined_at > changed_at, false) as "isMined" from waves
    where project_id = ${projectId} and id = ${id}`,
  );
  return found;
}
