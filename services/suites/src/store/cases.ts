import { fragment, rows, sql, type Db } from '@assay/kit/db';
import type { CaseBody, StoredCase } from '../domain/case-record.ts';

interface CaseRow { id: string; position: number; body: CaseBody; created_at: Date; updated_at: Date }

const columns = fragment('cases.id, cases.position, cases.body, cases.created_at, cases.updated_at');

const toCase = ({ id, position, body, created_at, updated_at }: CaseRow): StoredCase =>
  ({ id, position, body, createdAt: created_at, updatedAt: updated_at });

/** Writes the cases of a new suite in one statement, in their order. */
export async function insertCases(db: Db, suiteId: string, cases: { id: string; body: CaseBody }[]): Promise<void> {
  await db.query(sql`
    insert into cases (suite_id, id, body, position)
    select ${suiteId}, * from unnest(${cases.map(({ id }) => id)}::text[], ${cases.map(({ body }) => JSON.stringify(body))}::json[], ${[...cases.keys()]}::int[])`);
}

/** In the suite's order, from the one after `after`; all of them without a limit. */
export async function listCases(db: Db, suiteId: string, after = -1, limit: number | null = null): Promise<StoredCase[]> {
  const found = await rows<CaseRow>(db, sql`
    select ${columns} from cases where suite_id = ${suiteId} and position > ${after} order by position limit ${limit}`);
  return found.map(toCase);
}

export async function findCase(db: Db, projectId: string, suiteId: string, id: string): Promise<StoredCase | undefined> {
  const [row] = await rows<CaseRow>(db, sql`
    select ${columns} from cases join suites on suites.id = cases.suite_id
    where suites.project_id = ${projectId} and cases.suite_id = ${suiteId} and cases.id = ${id}`);
  return row && toCase(row);
}
