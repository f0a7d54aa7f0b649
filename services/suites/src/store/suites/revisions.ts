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
/** A revision after the one before it, undefined for the first one that is stored. */
export interface ListedRevision extends Revision {
  before: Pick<Revision, 'name' | 'body'> | undefined;
}
interface RevisionRow {
  revision: number;
  name: string;
  body: SuiteBody;
  changed: string[];
  createdBy: string | null;
  createdAt: Date;
  before: Pick<Revision, 'name' | 'body'> | null;
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
): Promise<ListedRevision[]> {
  const found = await rows<RevisionRow>(
    db,
    sql`
    select revision, name, body, changed, created_by, created_at, (
      select json_build_object('name', earlier.name, 'body', earlier.body) from suite_revisions earlier
      where earlier.suite_id = states.suite_id and earlier.revision < states.revision order by earlier.revision desc limit 1) as before
    from (
      select suite_id, revision, name, body, changed, created_by, created_at from suite_revisions
      union all
      select id, revision, name, body, '{}', null, updated_at from suites
      where not exists (select from suite_revisions kept where kept.suite_id = suites.id and kept.revision = suites.revision)
    ) states
    where suite_id = ${suiteId} and (${after}::int is null or revision < ${after})
    order by revision desc limit ${limit}`,
  );
  return found.map(({ createdBy, createdAt, before, ...row }) => ({
    ...row,
    createdBy: createdBy ?? undefined,
    createdAt,
    before: before ?? undefined,
  }));
}

/** A stored state of a suite; undefined when it has no such revision. */
export async function findRevision(
  db: Db,
  suiteId: string,
  revision: number,
): Promise<Pick<Revision, 'name' | 'body'> | undefined> {
  const [found] = await rows<Pick<Revision, 'name' | 'body'>>(
    db,
    sql`select name, body from suite_revisions where suite_id = ${suiteId} and revision = ${revision}`,
  );
  return found;
}
