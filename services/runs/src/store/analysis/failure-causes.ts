import { CAUSE_RUNS } from '@assay/contract/areas/analysis/failure-causes';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import { endFailed } from '../eval-runs/variants.ts';
import { isHidden } from '../eval-runs/tombstones.ts';

/** Cases of the latest runs of some suites whose first failure is the same. */
export interface FailureCause {
  stage: string | null;
  assertion: string | null;
  reason: string | null;
  suiteIds: string[];
  cases: number;
  failedTrials: number;
  first: { suiteId: string; runId: string; runNumber: number };
}

/** The causes of the failed trials of each suite's latest finished run, the causes of most trials first. */
export async function listFailureCauses(db: Db, projectId: string): Promise<FailureCause[]> {
  return rows<FailureCause>(
    db,
    sql`
    with newest as (
      select r.* from (select distinct suite_id from runs where project_id = ${projectId}) s
      cross join lateral (
        select id, suite_id, run_number, created_at, row_number() over (order by created_at desc, id desc) as age
        from runs
        where project_id = ${projectId} and suite_id = s.suite_id and completed_at is not null and not ${isHidden('runs')}
        order by created_at desc, id desc limit ${CAUSE_RUNS}) r),
    failing as materialized (
      select n.suite_id, n.id as run_id, n.run_number, n.created_at, n.age, v.case_id,
             v.failure->>'stage' as stage, v.failure->>'assertion' as assertion, v.failure->>'reason' as reason,
             (select count(*)::int from unnest(v.ends) e where ${endFailed('e')}) as trials
      from newest n join run_variants v on v.run_id = n.id where v.failed_at is not null),
    first as (
      select distinct on (suite_id, case_id, assertion) suite_id, case_id, assertion, run_id, run_number, created_at
      from failing order by suite_id, case_id, assertion, created_at)
    select f.stage, f.assertion, f.reason, array_agg(distinct f.suite_id) as suite_ids, count(distinct f.case_id)::int as cases,
           sum(f.trials)::int as "failedTrials",
           (array_agg(json_build_object('suiteId', o.suite_id, 'runId', o.run_id, 'runNumber', o.run_number) order by o.created_at))[1] as first
    from failing f join first o on o.suite_id = f.suite_id and o.case_id = f.case_id and o.assertion is not distinct from f.assertion
    where f.age = 1
    group by f.stage, f.assertion, f.reason order by 6 desc, f.reason`,
  );
}
