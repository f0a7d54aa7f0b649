import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { FailingIteration } from '../../domain/analysis/failing-iteration.ts';

/** Iterations that ran and did not pass. */
export const isFailing = fragment(
  `i.status in ('completed', 'failed', 'timed_out', 'setup_failed') and i.result is distinct from 'passed'`,
);

/** In the order of the suite's cases. Ask for one row more than a page. */
export async function listFailingIterations(
  db: Db,
  runId: string,
  afterPosition: number,
  limit: number,
): Promise<FailingIteration[]> {
  return rows<FailingIteration>(
    db,
    sql`
    select i.id, i.position, c.case_id, c.declared_id, c.title, i.iteration_number, i.model, i.status, i.result,
           i.error_code, i.error_message, i.blame, i.grade->'chain' as chain,
           array(select e->>'toolName' from json_array_elements(i.grade->'expectedToolCalls') e limit 50) as "expectedTools",
           array(select e->>'toolName' from json_array_elements(i.grade->'actualToolCalls') e limit 50) as "observedTools"
    from iterations i join run_cases c on c.run_id = i.run_id and c.position = i.case_position
    where i.run_id = ${runId} and i.position > ${afterPosition} and ${isFailing}
    order by i.position limit ${limit}`,
  );
}

/** The number of ended iterations between two positions, the first excluded; up to the end without `last`. */
export async function countOver(db: Db, runId: string, afterPosition: number, last?: number): Promise<number> {
  const [over] = await rows<{ count: number }>(
    db,
    sql`
    select count(*)::int as count from iterations
    where run_id = ${runId} and position > ${afterPosition} and position <= coalesce(${last ?? null}, 2147483647) and status not in ('pending', 'running')`,
  );
  return over!.count;
}
