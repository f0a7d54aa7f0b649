import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { IterationEnd } from '../../domain/eval-runs/rerun.ts';
import { SETTLED_EARLY } from '../../domain/iterations/iteration.ts';

/** The distinct endings of the iterations of each case of a run. */
export async function listIterationEnds(db: Db, runId: string): Promise<IterationEnd[]> {
  return rows<IterationEnd>(
    db,
    sql`
    select c.case_id, i.status, i.result, i.blame, i.settled_early as "isSettledEarly", i.evaluator_error
    from (select distinct case_position, status, result, blame, evaluator_error, error_code is not distinct from ${SETTLED_EARLY} as settled_early from iterations where run_id = ${runId}) i
    join run_cases c on c.run_id = ${runId} and c.position = i.case_position`,
  );
}

export async function countCases(db: Db, runId: string): Promise<number> {
  const [found] = await rows<{ count: number }>(
    db,
    sql`select count(*)::int as count from run_cases where run_id = ${runId}`,
  );
  return found!.count;
}
