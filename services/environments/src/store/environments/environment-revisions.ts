import { rows, sql, type Db } from '@assay/kit/postgres/db';

/** One state of an environment. */
export interface EnvironmentRevision {
  revision: number;
  /** The name and settings as the API shows them. */
  settings: Record<string, unknown>;
  changed: string[];
  createdBy: string | undefined;
  createdAt: Date;
}

export async function insertEnvironmentRevision(
  db: Db,
  environmentId: string,
  {
    revision,
    settings,
    changed,
    createdBy = null,
  }: Omit<EnvironmentRevision, 'createdAt' | 'createdBy'> & { createdBy?: string | null | undefined },
): Promise<void> {
  await db.query(sql`
    insert into environment_revisions (environment_id, revision, settings, changed, created_by)
    values (${environmentId}, ${revision}, ${settings}, ${changed}, ${createdBy})`);
}

/** Newest first, after the cursor. */
export async function listEnvironmentRevisions(
  db: Db,
  environmentId: string,
  after: number | undefined,
  limit: number,
): Promise<EnvironmentRevision[]> {
  const found = await rows<{
    revision: number;
    settings: Record<string, unknown>;
    changed: string[];
    createdBy: string | null;
    createdAt: Date;
  }>(
    db,
    sql`
    select revision, settings, changed, created_by, created_at from environment_revisions
    where environment_id = ${environmentId} and (${after}::int is null or revision < ${after})
    order by revision desc limit ${limit}`,
  );
  return found.map(({ createdBy, createdAt, ...row }) => ({
    ...row,
    createdBy: createdBy ?? undefined,
    createdAt,
  }));
}
