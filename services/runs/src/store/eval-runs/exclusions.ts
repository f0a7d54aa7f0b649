import type { ExclusionCause } from '@assay/grading/decisions/decide-run';
import { rows, sql, type Db } from '@assay/kit/postgres/db';

/** How many trials of a run say nothing about the server, by whose doing that is. */
export async function countExclusions(db: Db, runId: string): Promise<Partial<Record<ExclusionCause, number>>> {
  const counted = await rows<{ culprit: ExclusionCause; count: number }>(
    db,
    sql`
    select case when status = 'completed' then 'evaluator' else blame end as culprit, count(*)::int as count
    from iterations
    where run_id = ${runId} and (status = 'completed' and evaluator_error or status <> 'completed' and blame in ('provider', 'platform', 'cassette'))
    group by 1`,
  );
  return Object.fromEntries(counted.map(({ culprit, count }) => [culprit, count]));
}
