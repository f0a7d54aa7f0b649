import type { VariantCounts } from '@assay/grading/statistics/trial-statistics';
import { prepared, rows, type Db } from '@assay/kit/postgres/db';

/** How many trials of each case and model could be graded, and how many of those passed, in the order of the suite's cases. */
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
