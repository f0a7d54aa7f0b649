import { sql, type Tx } from '@assay/kit/postgres/db';

/** Makes a wave unless the project has it, and notes that it changed. */
export async function touchWave(tx: Tx, projectId: string, id: string): Promise<void> {
  await tx.query(sql`
    insert into waves (project_id, id) values (${projectId}, ${id})
    on conflict (project_id, id) do update set changed_at = now()`);
}
