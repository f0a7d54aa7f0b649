import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { IterationEnd } from '../../domain/eval-runs/rerun.ts';

/** The distinct endings of the iterations of each case of a run. */
export async function listIterationEnds(db: Db, runId: string): Promise<IterationEnd[]> {
  return rows<IterationEnd>(
    db,
    sql`
    select distinct c.case_id as "caseId", i.status, i.result, i.evaluator_error as "evaluatorError"
    from run_cases c join iterations i on i.run_id = c.run_id and i.case_position = c.position
    where c.run_id = ${runId}`,
  );
}

export async function countCases(db: Db, runId: string): Promise<number> {
  const [found] = await rows<{ count: number }>(
    db,
    sql`select count(*)::int as count from run_cases where run_id = ${runId}`,
  );
  return found!.count;
}
