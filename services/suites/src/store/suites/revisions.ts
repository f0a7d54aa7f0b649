import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { SuiteBody } from '../../domain/suites/suite-record.ts';

/** One state of a suite's settings. */
export interface Revision {
  revision: number;
  name: string;
  body: SuiteBody;
  changed: string[];
  createdBy?: string | undefined;
  createdAt: Date;
}
interface RevisionRow {
  revision: number;
  name: string;
  body: SuiteBody;
  changed: string[];
  createdBy: string | null;
  createdAt: Date;
}

export async function insertRevision(
  db: Db,
  {
    suiteId,
    revision,
    name,
    body,
    changed,
    createdBy = null,
  }: Omit<Revision, 'createdAt' | 'createdBy'> & { suiteId: string; createdBy?: string | null | undefined },
): Promise<void> {
  await db.query(sql`
    insert into suite_revisions (suite_id, revision, name, body, changed, created_by)
    values (${suiteId}, ${revision}, ${name}, ${body}, ${changed}, ${createdBy})`);
}

/** Stores the present state of a suite as its revision, unless it is stored already. */
export async function keepPresentRevision(db: Db, suiteId: string): Promise<void> {
  await db.query(sql`
    insert into suite_revisions (suite_id, revision, name, body, changed, created_at)
    select id, revision, name, body, '{}', updated_at from suites where id = ${suiteId}
    on conflict do nothing`);
}

/** Newest first, after the cursor; includes the present state, also when it is not stored as a revision. */
export async function listRevisions(
  db: Db,
  suiteId: string,
  after: number | undefined,
  limit: number,
): Promise<Revision[]> {
  const found = await rows<RevisionRow>(
    db,
    sql`
    select revision, name, body, changed, created_by, created_at from (
      select suite_id, revision, name, body, changed, created_by, created_at from suite_revisions
      union all
      select id, revision, name, body, '{}', null, updated_at from suites
      where not exists (select from suite_revisions kept where kept.suite_id = suites.id and kept.revision = suites.revision)
    ) states
    where suite_id = ${suiteId} and (${after}::int is null or revision < ${after})
    order by revision desc limit ${limit}`,
  );
  return found.map(({ createdBy, createdAt, ...row }) => ({
    ...row,
    createdBy: createdBy ?? undefined,
    createdAt,
  }));
}
