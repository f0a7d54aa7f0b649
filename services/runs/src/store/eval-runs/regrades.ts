import type { TrialStatistics } from '@assay/contract/areas/analysis/statistics';
import type { RegradeCounts } from '@assay/contract/areas/eval-runs/regrade';
import { GRADING_VERSION } from '@assay/grading/grading-version';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import { keptJson } from '@assay/kit/json/kept-json';
import type { IterationGrade } from '../../domain/iterations/iteration.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { runColumns } from './run-columns.ts';
import type { RunEnd } from './run-life.ts';

/** The new grade of an iteration; the result belongs to a completed one. */
export interface RegradedIteration {
  id: string;
  result: 'passed' | 'failed' | null;
  grade: IterationGrade;
}

/** The record of one regrade of a run. */
export interface RegradeRecord {
  runId: string;
  userId: string | undefined;
  checks: 'frozen' | 'current';
  before: RegradeCounts;
  after: RegradeCounts;
  changed: number;
}

/** Takes the run's advisory lock for a regrade until the transaction ends; false when another regrade holds it. */
export async function claimRegrade(db: Db, runId: string): Promise<boolean> {
  const [lock] = await rows<{ held: boolean }>(
    db,
    sql`select pg_try_advisory_xact_lock(hashtext('regrade'), hashtext(${runId})) as held`,
  );
  return lock!.held;
}

/** Replaces many grades in one statement. Locks iterations in the order of ids, as all writers do. */
export async function rewriteGrades(db: Db, regraded: RegradedIteration[]): Promise<void> {
  await db.query(sql`
    with e as (
      select e.* from unnest(
        ${regraded.map(({ id }) => id)}::text[], ${regraded.map(({ result }) => result)}::text[],
        ${regraded.map(({ grade }) => keptJson(grade))}::json[], ${regraded.map(({ grade }) => grade.evaluatorError)}::boolean[])
        as e(id, result, grade, evaluator_error)
      join iterations i on i.id = e.id order by i.id for no key update of i)
    update iterations i set result = e.result, grade = e.grade, evaluator_error = e.evaluator_error from e where i.id = e.id`);
}

/** Replaces the decision and the statistics of a completed run. */
export async function restateRun(
  db: Db,
  id: string,
  { result, decided, undecidedDetail }: RunEnd,
  statistics: TrialStatistics,
): Promise<Run> {
  // Tenant: the transaction has locked the run, which its caller sees.
  const [run] = await rows<Run>(
    db,
    sql`
    update runs set result = ${result}, decision = ${decided && JSON.stringify(decided.decision)}, trial_statistics = ${JSON.stringify(statistics)},
                    variants_passed = ${decided?.passed ?? 0}, variants_failed = ${decided?.failed ?? 0}, undecided_detail = ${undecidedDetail}, grading_version = ${GRADING_VERSION}
    where id = ${id} returning ${runColumns}`,
  );
  return run!;
}

/** Gate reports rest on grades: the next read makes a new one. */
export async function deleteGateReports(db: Db, runId: string): Promise<void> {
  await db.query(sql`delete from gate_reports where run_id = ${runId}`);
}

/** Stores the user and the effect of a regrade, under the next number of the run. */
export async function insertRegrade(
  db: Db,
  { runId, userId, checks, before, after, changed }: RegradeRecord,
): Promise<{ number: number; createdAt: Date }> {
  const [row] = await rows<{ number: number; createdAt: Date }>(
    db,
    sql`
    insert into run_regrades (run_id, number, user_id, checks, before, after, changed)
    values (${runId}, (select coalesce(max(number), 0) + 1 from run_regrades where run_id = ${runId}), ${userId}, ${checks},
            ${JSON.stringify(before)}, ${JSON.stringify(after)}, ${changed})
    returning number, created_at`,
  );
  return row!;
}
