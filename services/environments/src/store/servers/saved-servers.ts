import { sql, type Db } from '@assay/kit/postgres/db';
import type { SavedServerName } from '../../domain/bundles/bundle-source.ts';

export async function upsertSavedServer(
  db: Db,
  { id, projectId, name, isEnabled }: SavedServerName & { projectId: string },
): Promise<void> {
  await db.query(sql`
    insert into saved_servers (id, project_id, name, enabled) values (${id}, ${projectId}, ${name}, ${isEnabled})
    on conflict (id) do update set name = excluded.name, enabled = excluded.enabled`);
}

export async function deleteSavedServer(db: Db, projectId: string, id: string): Promise<void> {
  await db.query(sql`delete from saved_servers where project_id = ${projectId} and id = ${id}`);
}
