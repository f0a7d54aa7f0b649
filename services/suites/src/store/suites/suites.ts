import { fragment, lookup, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { CaseBody, CaseContent } from '../../domain/cases/case-record.ts';
import type { PastRun, RunHistory } from '../../domain/suites/run-history.ts';
import type { StoredSuite, SuiteBody } from '../../domain/suites/suite-record.ts';

export interface SuiteRow {
  id: string;
  projectId: string;
  name: string;
  declaredId: string | null;
  managedBy: 'app' | 'ci';
  revision: number;
  body: SuiteBody;
  createdAt: Date;
  updatedAt: Date;
  archivedAt: Date | null;
}
/** A suite without its settings. */
export type SuiteHead = Omit<StoredSuite, 'body'>;
export type HeadRow = Omit<SuiteRow, 'body'>;
export interface HistoryRow {
  runs: number;
  passedTrials: string;
  failedTrials: string;
  recentRuns: PastRun[];
}

const columns = fragment(
  'id, project_id, name, declared_id, managed_by, revision, created_at, updated_at, archived_at, body',
);
const history = fragment('runs, passed_trials, failed_trials, recent_runs');

export const toHead = ({
  id,
  projectId,
  name,
  declaredId,
  managedBy,
  revision,
  createdAt,
  updatedAt,
  archivedAt,
}: HeadRow): SuiteHead => ({
  id,
  projectId,
  name,
  ...(declaredId !== null && { declaredId }),
  managedBy,
  revision,
  createdAt,
  updatedAt,
  ...(archivedAt !== null && { archivedAt }),
});
export const toSuite = ({ body, ...head }: SuiteRow): StoredSuite => ({ ...toHead(head), body });

export const toHistory = ({ runs, passedTrials, failedTrials, recentRuns }: HistoryRow): RunHistory => ({
  recent: recentRuns,
  totals: { runs, passed: Number(passedTrials), failed: Number(failedTrials) },
});

/** A suite before its row is written. */
export type NewSuite = Pick<StoredSuite, 'id' | 'projectId' | 'name' | 'body'> &
  Partial<Pick<StoredSuite, 'declaredId' | 'managedBy'>>;

/** False when the project has a suite with that name or declared id. */
export async function insertSuite(
  db: Db,
  { id, projectId, name, declaredId, managedBy = 'app', body }: NewSuite,
): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    insert into suites (id, project_id, name, declared_id, managed_by, body, tags, server_ids)
    values (${id}, ${projectId}, ${name}, ${declaredId ?? null}, ${managedBy}, ${body}, ${body.tags ?? []}, ${body.serverIds})
    on conflict do nothing`);
  return rowCount === 1;
}

export async function findSuiteIdByName(db: Db, projectId: string, name: string): Promise<string | undefined> {
  const [row] = await rows<{ id: string }>(
    db,
    sql`select id from suites where project_id = ${projectId} and name = ${name}`,
  );
  return row?.id;
}

export const hasSuiteNamed = async (db: Db, projectId: string, name: string): Promise<boolean> =>
  (await findSuiteIdByName(db, projectId, name)) !== undefined;

export const hasSuite = async (db: Db, projectId: string, id: string): Promise<boolean> =>
  (await rows(db, lookup`select from suites where project_id = ${projectId} and id = ${id}`)).length > 0;

export async function findSuite(db: Db, projectId: string, id: string): Promise<StoredSuite | undefined> {
  const [row] = await rows<SuiteRow>(
    db,
    sql`select ${columns} from suites where project_id = ${projectId} and id = ${id}`,
  );
  return row && toSuite(row);
}

/** The suite with this declared id. */
export async function findDeclaredSuite(
  db: Db,
  projectId: string,
  declaredId: string,
): Promise<StoredSuite | undefined> {
  const [row] = await rows<SuiteRow>(
    db,
    sql`select ${columns} from suites where project_id = ${projectId} and declared_id = ${declaredId}`,
  );
  return row && toSuite(row);
}

/**
 * Reads a suite and locks its row until the transaction ends; every write to the suite or its cases takes this lock.
 */
export async function claimSuite(db: Db, projectId: string, id: string): Promise<StoredSuite | undefined> {
  const [row] = await rows<SuiteRow>(
    db,
    sql`select ${columns} from suites where project_id = ${projectId} and id = ${id} for no key update`,
  );
  return row && toSuite(row);
}

/** A suite with the contents of its cases, in their order. */
export interface SuiteWithCases {
  suite: StoredSuite;
  cases: CaseContent[];
}

/** A suite and its cases from one snapshot, since it is one statement; undefined when the project has no such suite. */
export async function findSuiteWithCases(db: Db, projectId: string, id: string): Promise<SuiteWithCases | undefined> {
  const [row] = await rows<SuiteRow & { cases: [id: string, declaredId: string | null, body: CaseBody][] }>(
    db,
    lookup`
    select ${columns}, array_to_json(array(
      select json_build_array(c.id, c.declared_id, c.body) from cases c where c.suite_id = suites.id order by c.position)) as cases
    from suites where project_id = ${projectId} and id = ${id}`,
  );
  if (!row) return undefined;
  const { cases, ...suite } = row;
  return {
    suite: toSuite(suite),
    cases: cases.map(([caseId, declaredId, body]) => ({
      id: caseId,
      ...(declaredId !== null && { declaredId }),
      body,
    })),
  };
}

/** Writes a suite only over the revision that was read. */
export async function replaceSuite(
  db: Db,
  { id, projectId, name, revision, body }: Pick<StoredSuite, 'id' | 'projectId' | 'name' | 'revision' | 'body'>,
): Promise<StoredSuite | undefined> {
  const [row] = await rows<SuiteRow>(
    db,
    sql`
    update suites set name = ${name}, body = ${body}, tags = ${body.tags ?? []}, server_ids = ${body.serverIds}, revision = revision + 1, updated_at = now()
    where project_id = ${projectId} and id = ${id} and revision = ${revision}
    returning ${columns}`,
  );
  return row && toSuite(row);
}

/** Archives a locked suite, or restores it. */
export async function setSuiteArchived(
  db: Db,
  projectId: string,
  id: string,
  isArchived: boolean,
): Promise<StoredSuite> {
  const [row] = await rows<SuiteRow>(
    db,
    sql`
    update suites set archived_at = case when ${isArchived} then now() end
    where project_id = ${projectId} and id = ${id} returning ${columns}`,
  );
  return toSuite(row!);
}

export async function deleteSuite(db: Db, projectId: string, id: string): Promise<void> {
  await db.query(sql`delete from suites where project_id = ${projectId} and id = ${id}`);
}

/** Reads the history of a suite and locks its row until the transaction ends. */
export async function claimHistory(db: Db, projectId: string, id: string): Promise<RunHistory | undefined> {
  const [row] = await rows<HistoryRow>(
    db,
    sql`select ${history} from suites where project_id = ${projectId} and id = ${id} for update`,
  );
  return row && toHistory(row);
}

export async function replaceHistory(db: Db, id: string, { recent, totals }: RunHistory): Promise<void> {
  const [latest] = recent;
  // Tenant: an event of runs names the suite.
  await db.query(sql`
    update suites set runs = ${totals.runs}, passed_trials = ${totals.passed}, failed_trials = ${totals.failed}, recent_runs = ${JSON.stringify(recent)},
      latest_verdict = ${latest?.verdict ?? null}, latest_flaky = ${latest?.flakyCases ?? 0},
      latest_run_at = ${latest ? new Date(latest.createdAt) : null}
    where id = ${id}`);
}

/** Deletes at most `limit` suites of a project with their data; returns their ids. */
export async function deleteSuitesOfProject(db: Db, projectId: string, limit: number): Promise<string[]> {
  const gone = await rows<{ id: string }>(
    db,
    sql`
    with doomed as (select id from suites where project_id = ${projectId} order by id limit ${limit} for update)
    delete from suites using doomed where suites.id = doomed.id returning suites.id`,
  );
  return gone.map(({ id }) => id);
}
