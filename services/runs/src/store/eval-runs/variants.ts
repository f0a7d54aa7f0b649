import type { TrialFacts, VariantFacts } from '@assay/grading/decisions/case-trials';
import type { VariantCounts } from '@assay/grading/statistics/trial-statistics';
import { prepared, rows, sql, type Db } from '@assay/kit/postgres/db';
import { SETTLED_EARLY } from '../../domain/iterations/iteration.ts';

/**
 * The outcomes of a run's iterations, by case variant, in the order of the suite's cases. An iteration that was skipped
 * because its case was settled does not count as configured.
 */
export async function listVariants(db: Db, runId: string): Promise<VariantFacts[]> {
  return rows<VariantFacts & { trials: TrialFacts[] }>(
    db,
    sql`
    select c.case_id as "caseId", i.model, c.iterations - (count(*) filter (where i.error_code = ${SETTLED_EARLY}))::int as "configuredTrials",
           c.pass_threshold as "passThreshold",
           json_agg(json_build_object('id', i.id, 'status', i.status, 'result', i.result, 'evaluatorError', i.evaluator_error) order by i.position)
             filter (where i.error_code is distinct from ${SETTLED_EARLY}) as trials
    from run_cases c join iterations i on i.run_id = c.run_id and i.case_position = c.position
    where c.run_id = ${runId}
    group by c.run_id, c.position, i.model order by c.position, min(i.position)`,
  );
}

/** The number of graded iterations of each case variant, and how many passed, in the order of the suite's cases. */
export async function countVariants(db: Db, runId: string): Promise<VariantCounts[]> {
  return rows<VariantCounts>(
    db,
    prepared`
    select c.case_id as "caseId", i.model,
           (count(*) filter (where i.status = 'completed' and not i.evaluator_error))::int as eligible,
           (count(*) filter (where i.status = 'completed' and not i.evaluator_error and i.result = 'passed'))::int as passed
    from run_cases c join iterations i on i.run_id = c.run_id and i.case_position = c.position
    where c.run_id = ${runId} group by c.run_id, c.position, i.model order by c.position, min(i.position)`,
  );
}
