import { fragment, rows, sql, type Db } from '@assay/kit/db';
import type { PastRun, RunHistory } from '../domain/run-history.ts';
import type { StoredSuite, SuiteBody } from '../domain/suite-record.ts';

interface SuiteRow { id: string; project_id: string; name: string; revision: number; body: SuiteBody; created_at: Date; updated_at: Date }
interface HistoryRow { runs: number; passed_trials: string; failed_trials: string; recent_runs: PastRun[] }

const columns = fragment('id, project_id, name, revision, body, created_at, updated_at');
const history = fragment('runs, passed_trials, failed_trials, recent_runs');

const toSuite = ({ id, project_id, name, revision, body, created_at, updated_at }: SuiteRow): StoredSuite =>
  ({ id, projectId: project_id, name, revision, body, createdAt: created_at, updatedAt: updated_at });

const toHistory = ({ runs, passed_trials, failed_trials, recent_runs }: HistoryRow): RunHistory =>
  ({ recent: recent_runs, totals: { runs, passed: Number(passed_trials), failed: Number(failed_trials) } });

/** False when the project has a suite of that name already. */
export async function insertSuite(db: Db, { id, projectId, name, body }: Pick<StoredSuite, 'id' | 'projectId' | 'name' | 'body'>): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    insert into suites (id, project_id, name, body) values (${id}, ${projectId}, ${name}, ${body})
    on conflict (project_id, name) do nothing`);
  return rowCount === 1;
}

export async function hasSuiteNamed(db: Db, projectId: string, name: string): Promise<boolean> {
  const { rowCount } = await db.query(sql`select from suites where project_id = ${projectId} and name = ${name}`);
  return rowCount === 1;
}

export async function findSuite(db: Db, projectId: string, id: string): Promise<StoredSuite | undefined> {
  const [row] = await rows<SuiteRow>(db, sql`select ${columns} from suites where project_id = ${projectId} and id = ${id}`);
  return row && toSuite(row);
}

/** Newest first, from the one after `after`. */
export async function listSuites(db: Db, projectId: string, after: string | undefined, limit: number): Promise<{ suite: StoredSuite; history: RunHistory }[]> {
  const found = await rows<SuiteRow & HistoryRow>(db, sql`
    select ${columns}, ${history} from suites
    where project_id = ${projectId} and (${after}::text is null or id < ${after})
    order by id desc limit ${limit}`);
  return found.map((row) => ({ suite: toSuite(row), history: toHistory(row) }));
}

/** The history of a suite that the transaction is about to add to; others wait until it has ended. */
export async function claimHistory(db: Db, projectId: string, id: string): Promise<RunHistory | undefined> {
  const [row] = await rows<HistoryRow>(db, sql`select ${history} from suites where project_id = ${projectId} and id = ${id} for update`);
  return row && toHistory(row);
}

export async function replaceHistory(db: Db, id: string, { recent, totals }: RunHistory): Promise<void> {
  await db.query(sql`
    update suites set runs = ${totals.runs}, passed_trials = ${totals.passed}, failed_trials = ${totals.failed}, recent_runs = ${JSON.stringify(recent)}
    where id = ${id}`);
}

/** Takes the cases along. */
export async function deleteSuitesOfProject(db: Db, projectId: string): Promise<void> {
  await db.query(sql`delete from suites where project_id = ${projectId}`);
}
