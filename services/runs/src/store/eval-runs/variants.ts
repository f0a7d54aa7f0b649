import type { TrialFacts, VariantFacts } from '@assay/grading/decisions/case-trials';
import type { VariantCounts } from '@assay/grading/statistics/trial-statistics';
import { fragment, prepared, rows, sql, type Db } from '@assay/kit/postgres/db';
import { SETTLED_EARLY } from '../../domain/iterations/iteration.ts';

/**
 * The outcomes of a run's iterations, by case variant, in the order of the suite's cases. An iteration that was skipped
 * because its case was settled does not count as configured. Iterations are grouped before they are joined: joined first,
 * they are scanned once per case while Postgres does not know how large the run is.
 */
export async function listVariants(db: Db, runId: string): Promise<VariantFacts[]> {
  return rows<VariantFacts & { trials: TrialFacts[] }>(
    db,
    sql`
    select c.case_id, n.model, c.iterations - n.skipped as "configuredTrials", c.pass_threshold, n.trials
    from (
      select case_position, model, min(position) as position, (count(*) filter (where error_code = ${SETTLED_EARLY}))::int as skipped,
             json_agg(json_build_object('id', id, 'status', status, 'result', result, 'evaluatorError', evaluator_error) order by position)
               filter (where error_code is distinct from ${SETTLED_EARLY}) as trials
      from iterations where run_id = ${runId} group by case_position, model) n
    join run_cases c on c.run_id = ${runId} and c.position = n.case_position
    order by n.case_position, n.position`,
  );
}

/** The result of an ended iteration, as its place in TRIAL_MARKS. */
const MARK = `case
    when status = 'completed' then case when evaluator_error then 3 when result = 'passed' then 0 else 1 end
    when status = 'skipped' then case when error_code = '${SETTLED_EARLY}' then 9 else 7 end
    when status = 'cancelled' then 8
    when blame = 'provider' then 4 when blame = 'platform' then 5 when blame = 'cassette' then 6
    else 2 end`;
const FAILED = `(${MARK}) in (1, 2)`;
/** The same of any row of `iterations`; null of one that has not ended. */
export const markPlace = fragment(`case when status not in ('pending', 'running') then ${MARK} end`);
/** A position takes all bits of an entry of `ends` but the lowest four, which are the mark. */
const END = `position * 16 + ${MARK}`;
/** The position in an entry of `ends`, and whether the iteration counts as failed. */
export const endPosition = (end: string) => fragment(`(${end} / 16)`);
export const endFailed = (end: string) => fragment(`${end} % 16 in (1, 2)`);
const MAX_REASON = 300;

/** Why an iteration failed: its stage, the reason in words, its assertion, and the failure that it is told by. */
const FAILURE = `json_build_object(
    'iterationId', id, 'trial', iteration_number, 'stage', grade->'chain'->>'firstFailedStage',
    'assertion', coalesce(grade->'failure'->>'assertion', (select k->>'type' from json_array_elements(grade->'checks') k where k->>'role' = 'gating' and k->>'status' = 'failed' limit 1)),
    'said', grade->'failure',
    'reason', left(coalesce(grade->'failure'->>'brief', grade->'failure'->>'reason',
      (select s->'reasons'->>0 from json_array_elements(grade->'chain'->'stages') s where s->>'stage' = grade->'chain'->>'firstFailedStage'),
      error_message), ${MAX_REASON}))`;

/** The columns of an iteration `i` that `variantEnds` reads. */
export const endColumns = fragment(
  'i.id, i.case_position, i.model, i.position, i.iteration_number, i.status, i.result, i.evaluator_error, i.error_code, i.error_message, i.blame, i.duration_ms, i.grade',
);

/** The facts that a case variant keeps of a group of its ended iterations, of rows with `endColumns`. */
export const variantEnds = fragment(`
  count(*)::int as ended,
  (count(*) filter (where status = 'completed' and not evaluator_error))::int as eligible,
  (count(*) filter (where status = 'completed' and not evaluator_error and result = 'passed'))::int as passed,
  array_agg(${END} order by position) as ends,
  array_agg(coalesce(duration_ms, -1) order by position) as durations,
  min(position) filter (where ${FAILED}) as failed_at,
  (array_agg(case when ${FAILED} then ${FAILURE} end order by position) filter (where ${FAILED}))[1] as failure`);

/** Adds a group of ended iterations, a row with `variantEnds`, to the columns of its variant `v`. */
const adding = (group: string) =>
  fragment(`eligible = v.eligible + ${group}.eligible, passed = v.passed + ${group}.passed,
  ends = v.ends || ${group}.ends, durations = v.durations || ${group}.durations, failed_at = least(v.failed_at, ${group}.failed_at),
  failure = case when ${group}.failed_at is null or v.failed_at < ${group}.failed_at then v.failure else ${group}.failure end`);

/** For an update whose group is `n`. */
export const addedEnds = adding('n');
/** For an insert that meets the variant. */
export const addedExcluded = adding('excluded');

/** The number of graded iterations of each case variant, and how many passed, in the order of the suite's cases. */
export async function listVariantCounts(db: Db, runId: string): Promise<VariantCounts[]> {
  return rows<VariantCounts>(
    db,
    prepared`
    select case_id, model, eligible, passed from run_variants where run_id = ${runId} order by case_position, position`,
  );
}

/** Whether some trials of a variant `v` passed and some failed. */
export const isFlaky = (v: string) => fragment(`${v}.passed > 0 and ${v}.failed_at is not null`);

/** The number of cases of a run that are flaky with one of their models. */
export async function countFlakyCases(db: Db, runId: string): Promise<number> {
  const [found] = await rows<{ count: number }>(
    db,
    prepared`
    select count(distinct case_id)::int as count from run_variants v where run_id = ${runId} and ${isFlaky('v')}`,
  );
  return found!.count;
}

/** Counts the iterations of a locked run again, after their results were changed. */
export async function recountVariants(db: Db, runId: string): Promise<void> {
  await db.query(sql`
    update run_variants v
    set eligible = n.eligible, passed = n.passed, ends = n.ends, durations = n.durations, failed_at = n.failed_at, failure = n.failure
    from (select case_position, model, ${variantEnds} from iterations where run_id = ${runId} and seq is not null group by case_position, model) n
    where v.run_id = ${runId} and v.case_position = n.case_position and v.model is not distinct from n.model`);
}
