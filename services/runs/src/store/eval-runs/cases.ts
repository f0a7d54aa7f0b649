import { KEY_FIRST, prepared, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { findGradingGaps } from '@assay/grading/decisions/grading-gap';
import type { GradedBy } from '../../domain/iterations/graded-by.ts';
import type { NewRunCase } from '../../domain/eval-runs/planned-run.ts';
import type { IterationGrade, IterationStatus } from '../../domain/iterations/iteration.ts';
import { isHidden } from './tombstones.ts';

export async function insertCases(db: Db, runId: string, cases: NewRunCase[]): Promise<void> {
  await rows(
    db,
    prepared`
    insert into run_cases (run_id, position, case_id, declared_id, title, iterations, pass_threshold, needs_inventory, needs_browser, grading_gap, body)
    select ${runId}, * from rows from (
      unnest(
        ${cases.map((each) => each.position)}::int[], ${cases.map((each) => each.body.id)}::text[], ${cases.map((each) => each.body.declaredId)}::text[], ${cases.map((each) => each.body.title)}::text[],
        ${cases.map((each) => each.body.iterations)}::int[], ${cases.map((each) => each.body.passThreshold ?? 1)}::float8[],
        ${cases.map((each) => each.needsInventory)}::boolean[], ${cases.map((each) => each.needsBrowser)}::boolean[], ${cases.map((each) => each.gradingGap)}::text[]),
      json_array_elements(${JSON.stringify(cases.map((each) => each.body))}::json))`,
  );
}

/** The number of cases of a run, and a hash of their texts in their order; null without cases. */
export async function digestCases(db: Db, runId: string): Promise<{ cases: number; hash: string | null }> {
  const [digest] = await rows<{ cases: number; hash: string | null }>(
    db,
    sql`select count(*)::int as cases, md5(string_agg(md5(body::text), '' order by position)) as hash from run_cases where run_id = ${runId}`,
  );
  return digest!;
}

/** One iteration with its case and its grade; undefined when the run has no such iteration. */
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
    from (select * from iterations where id = ${iterationId} ${KEY_FIRST}) i join runs r on r.id = i.run_id
    cross join lateral (select body from run_cases where run_id = i.run_id and position = i.case_position ${KEY_FIRST}) c
    where i.run_id = ${runId} and r.project_id = ${projectId} and not ${isHidden('r')}`,
  );
  return graded;
}

/** Stores for each case of a run, by position, the rules that graded its iterations; null for the frozen ones. */
export async function noteGradedBy(db: Db, runId: string, rules: ReadonlyMap<number, GradedBy | null>): Promise<void> {
  await db.query(sql`
    update run_cases c set graded_by = n.rules
    from unnest(${[...rules.keys()]}::int[], ${[...rules.values()].map((each) => each && JSON.stringify(each))}::json[]) as n(position, rules)
    where c.run_id = ${runId} and c.position = n.position`);
}

/** Stores why nothing decides cases of a run, by position; other cases of it decide. */
export async function noteGradingGaps(
  db: Db,
  runId: string,
  { gaps, found }: ReturnType<typeof findGradingGaps>,
): Promise<void> {
  await db.query(sql`update run_cases set grading_gap = null where run_id = ${runId} and grading_gap is not null`);
  await db.query(sql`
    update run_cases c set grading_gap = n.gap
    from unnest(${[...gaps.keys()]}::int[], ${[...gaps.values()]}::text[]) as n(position, gap)
    where c.run_id = ${runId} and c.position = n.position`);
  // Tenant: the transaction has locked the run.
  await db.query(sql`update runs set cases_without_grading = ${found && JSON.stringify(found)} where id = ${runId}`);
}

/** The first cases of a run as it froze them, in their order. */
export const listRunCases = async (db: Db, runId: string, limit: number): Promise<FrozenCase[]> =>
  (
    await rows<{ body: FrozenCase }>(
      db,
      sql`select body from run_cases where run_id = ${runId} order by position limit ${limit}`,
    )
  ).map(({ body }) => body);
