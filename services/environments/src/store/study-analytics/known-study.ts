import { rows, sql, type Db } from '@assay/kit/postgres/db';

/** The part of a study that its analytics need; an unpublished one counts while its sessions are kept. */
export interface KnownStudy {
  id: string;
  projectId: string;
  organizationId: string;
  name: string;
}

export async function findKnownStudy(db: Db, projectId: string, id: string): Promise<KnownStudy | undefined> {
  const [found] = await rows<KnownStudy>(
    db,
    sql`
    select id, project_id, organization_id, name from studies
    where project_id = ${projectId} and id = ${id}`,
  );
  return found;
}
