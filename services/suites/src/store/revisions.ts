import { rows, sql, type Db } from '@assay/kit/db';
import type { SuiteBody } from '../domain/suite-record.ts';

/** One state that the settings of a suite were in. */
export interface Revision { revision: number; name: string; body: SuiteBody; changed: string[]; createdBy?: string | undefined; createdAt: Date }
interface RevisionRow { revision: number; name: string; body: SuiteBody; changed: string[]; created_by: string | null; created_at: Date }

export async function insertRevision(db: Db, { suiteId, revision, name, body, changed, createdBy = null }: Omit<Revision, 'createdAt' | 'createdBy'> & { suiteId: string; createdBy?: string | null | undefined }): Promise<void> {
  await db.query(sql`
    insert into suite_revisions (suite_id, revision, name, body, changed, created_by)
    values (${suiteId}, ${revision}, ${name}, ${body}, ${changed}, ${createdBy})`);
}

/** Newest first, from the one after `after`. */
export async function listRevisions(db: Db, suiteId: string, after: number | undefined, limit: number): Promise<Revision[]> {
  const found = await rows<RevisionRow>(db, sql`
    select revision, name, body, changed, created_by, created_at from suite_revisions
    where suite_id = ${suiteId} and (${after}::int is null or revision < ${after})
    order by revision desc limit ${limit}`);
  return found.map(({ created_by, created_at, ...row }) => ({ ...row, createdBy: created_by ?? undefined, createdAt: created_at }));
}
