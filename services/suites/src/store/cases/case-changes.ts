import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { StoredCase } from '../../domain/cases/case-record.ts';
import type { Change } from '../../domain/changes.ts';

/** At most this many changes are named to an editor whose revision is old. */
const MAX_NAMED = 20;

/** Stores who made the revision of a case, and what it changed. */
export async function insertCaseChange(
  db: Db,
  { id, revision }: Pick<StoredCase, 'id' | 'revision'>,
  { changed, createdBy }: { changed: string[]; createdBy: string | undefined },
): Promise<void> {
  await db.query(sql`
    insert into case_changes (case_id, revision, changed, created_by)
    values (${id}, ${revision}, ${changed}, ${createdBy ?? null})`);
}

/** The changes of a case after a revision, newest first. */
export const listCaseChanges = (db: Db, caseId: string, after: number): Promise<Change[]> =>
  rows<Change>(
    db,
    sql`
    select revision, changed, created_by, created_at from case_changes
    where case_id = ${caseId} and revision > ${after} order by revision desc limit ${MAX_NAMED}`,
  );

/** The changes of a suite's settings after a revision, newest first. */
export const listSuiteChanges = (db: Db, suiteId: string, after: number): Promise<Change[]> =>
  rows<Change>(
    db,
    sql`
    select revision, changed, created_by, created_at from suite_revisions
    where suite_id = ${suiteId} and revision > ${after} order by revision desc limit ${MAX_NAMED}`,
  );
