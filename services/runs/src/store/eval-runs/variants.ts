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
    select c.case_id as "caseId", n.model, c.iterations - n.skipped as "configuredTrials", c.pass_threshold as "passThreshold", n.trials
    from (
      select case_position, model, min(position) as position, (count(*) filter (where error_code = ${SETTLED_EARLY}))::int as skipped,
             json_agg(json_build_object('id', id, 'status', status, 'result', result, 'evaluatorError', evaluator_error) order by position)
               filter (where error_code is distinct from ${SETTLED_EARLY}) as trials
      from iterations where run_id = ${runId} group by case_position, model) n
    join run_cases c on c.run_id = ${runId} and c.position = n.case_position
    order by n.case_position, n.position`,
  );
}

/** Counts the graded iterations of a group, and how many of them passed. */
export const trialCounts =
  fragment(`(count(*) filter (where status = 'completed' and not evaluator_error))::int as eligible,
  (count(*) filter (where status = 'completed' and not evaluator_error and result = 'passed'))::int as passed`);

/** The number of graded iterations of each case variant, and how many passed, in the order of the suite's cases. */
export async function listVariantCounts(db: Db, runId: string): Promise<VariantCounts[]> {
  return rows<VariantCounts>(
    db,
    prepared`
    select case_id as "caseId", model, eligible, passed from run_variants where run_id = ${runId} order by case_position, position`,
  );
}

/** Counts the iterations of a locked run again, after their results were changed. */
export async function recountVariants(db: Db, runId: string): Promise<void> {
  await db.query(sql`
    update run_variants v set eligible = n.eligible, passed = n.passed
    from (select case_position, model, ${trialCounts} from iterations where run_id = ${runId} group by case_position, model) n
    where v.run_id = ${runId} and v.case_position = n.case_position and v.model is not distinct from n.model`);
}
