import { rows, sql, type Db } from '@assay/kit/postgres/db';

/** The revisions of the project's environments with these ids; archived and unknown ones are left out. */
export const listCurrentRevisions = (
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<{ id: string; revision: number }[]> =>
  rows(
    db,
    sql`
    select id, revision from environments
    where project_id = ${projectId} and id = any(${ids}) and archived_at is null`,
  );
