import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { CaseEnds } from '../../domain/analysis/decision-counts.ts';
import { outcomeOf } from '../eval-runs/run-cases.ts';
import { isHidden } from '../eval-runs/tombstones.ts';

/** The case variants of a run with the ends of their iterations; `baselineId` is a run that they are held against. */
export async function listCaseEnds(
  db: Db,
  { id, isPerCase }: { id: string; isPerCase: boolean },
  baselineId: string | null,
): Promise<CaseEnds[]> {
  return rows<CaseEnds>(
    db,
    sql`
    select c.title, v.trials, v.open, v.ends, c.pass_threshold, ${outcomeOf(isPerCase)} as outcome, v.failure->>'assertion' as assertion,
           v.failed_at is not null and b.eligible > 0 and b.passed = b.eligible as "isRegressed"
    from run_variants v join run_cases c on c.run_id = v.run_id and c.position = v.case_position
    left join run_variants b on b.run_id = ${baselineId} and b.case_id = v.case_id and b.model is not distinct from v.model
    where v.run_id = ${id} order by v.case_position, v.model`,
  );
}

/** The marks of the trials that the ended runs of a suite before a run left out, and the number of these runs. */
export async function countEarlierEnds(
  db: Db,
  { projectId, suiteId, runNumber }: { projectId: string; suiteId: string; runNumber: number },
  limit: number,
): Promise<{ runs: number; marks: { mark: number; count: number }[] }> {
  const [found] = await rows<{ runs: number; marks: { mark: number; count: number }[] | null }>(
    db,
    sql`
    with earlier as (
      select id, excluded + skipped > 0 as "leavesOut" from runs
      where project_id = ${projectId} and suite_id = ${suiteId} and run_number < ${runNumber} and completed_at is not null
        and not ${isHidden('runs')}
      order by run_number desc limit ${limit})
    select (select count(*)::int from earlier) as runs,
      (select json_agg(m) from (
        select e % 16 as mark, count(*)::int as count
        from earlier join run_variants v on v.run_id = earlier.id cross join unnest(v.ends) e
        where earlier."leavesOut" group by 1) m) as marks`,
  );
  return { runs: found!.runs, marks: found!.marks ?? [] };
}
