import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { IterationGrade, IterationStatus } from '../../domain/iterations/iteration.ts';

export interface NewRunCase {
  position: number;
  body: FrozenCase;
  needsInventory: boolean;
}

/** What grading needs of a run: its cases by position, the assertions they all inherit, and whether there was a server to call. */
export interface FrozenRun {
  cases: Map<number, FrozenCase>;
  checks: EvalAssertion[];
  hasServers: boolean;
}

export async function insertCases(db: Db, runId: string, cases: NewRunCase[]): Promise<void> {
  await db.query(sql`
    insert into run_cases (run_id, position, case_id, declared_id, title, iterations, pass_threshold, body, needs_inventory)
    select ${runId}, * from unnest(
      ${cases.map((each) => each.position)}::int[], ${cases.map((each) => each.body.id)}::text[], ${cases.map((each) => each.body.declaredId)}::text[], ${cases.map((each) => each.body.title)}::text[],
      ${cases.map((each) => each.body.iterations)}::int[], ${cases.map((each) => each.body.passThreshold ?? 1)}::float8[],
      ${cases.map((each) => JSON.stringify(each.body))}::json[], ${cases.map((each) => each.needsInventory)}::boolean[])`);
}

export async function findFrozenRun(db: Db, runId: string): Promise<FrozenRun | undefined> {
  const [run] = await rows<Pick<FrozenRun, 'checks' | 'hasServers'>>(
    db,
    sql`
    select checks, json_array_length(servers) > 0 as "hasServers" from runs where id = ${runId}`,
  );
  if (!run) return undefined;
  const cases = await rows<{ position: number; body: FrozenCase }>(
    db,
    sql`select position, body from run_cases where run_id = ${runId}`,
  );
  return { ...run, cases: new Map(cases.map(({ position, body }) => [position, body])) };
}

/** One iteration with its case and what grading made of it; undefined when the run has no such iteration. */
export async function findGraded(
  db: Db,
  projectId: string,
  runId: string,
  iterationId: string,
): Promise<{ frozen: FrozenCase; status: IterationStatus; grade: IterationGrade | null } | undefined> {
  const [graded] = await rows<{ frozen: FrozenCase; status: IterationStatus; grade: IterationGrade | null }>(
    db,
    sql`
    select c.body as frozen, i.status, i.grade
    from iterations i join runs r on r.id = i.run_id join run_cases c on c.run_id = i.run_id and c.position = i.case_position
    where i.id = ${iterationId} and i.run_id = ${runId} and r.project_id = ${projectId}`,
  );
  return graded;
}
