import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { Run } from '../../domain/eval-runs/run.ts';
import type { StageFacts } from '../../domain/analysis/stage-analytics.ts';
import { isHidden } from '../eval-runs/tombstones.ts';

/** Sums up the analyzed iterations of some runs in one statement. */
export async function findStageFacts(db: Db, runIds: string[]): Promise<StageFacts> {
  const [facts] = await rows<StageFacts>(
    db,
    sql`
    with graded as materialized (
      select run_id as "runId", g.chain, g."actualToolCalls" as calls
      from iterations, json_to_record(grade) as g(chain json, "actualToolCalls" json) where run_id = any(${runIds})),
    analyzed as materialized (
      select "runId", c.stages, c."failureCategory" as category
      from graded, json_to_record(chain) as c(status text, stages json, "failureCategory" text) where c.status = 'verified'),
    iterations as (select "runId", count(*)::int as count from analyzed group by 1),
    states as (
      select "runId", s.stage, s.state, count(*)::int as count
      from analyzed, json_to_recordset(stages) as s(stage text, state text) group by 1, 2, 3),
    categories as (select "runId", category, count(*)::int as count from analyzed where category is not null group by 1, 2),
    tools as (
      select c."serverName", c."toolName", count(*)::int as calls, (count(*) filter (where c."isError"))::int as errors,
             percentile_cont(0.5) within group (order by c."latencyMs") as "p50LatencyMs",
             percentile_cont(0.95) within group (order by c."latencyMs") as "p95LatencyMs"
      from graded, json_to_recordset(calls) as c("serverName" text, "toolName" text, "isError" boolean, "latencyMs" float8)
      group by 1, 2 order by count(*) desc, 1, 2 limit 200)
    select (select coalesce(json_agg(i), '[]') from iterations i) as iterations,
           (select coalesce(json_agg(s), '[]') from states s) as states,
           (select coalesce(json_agg(c), '[]') from categories c) as categories,
           (select coalesce(json_agg(t), '[]') from tools t) as tools`,
  );
  return facts!;
}

export type FinishedRun = Pick<Run, 'id' | 'runNumber' | 'total'> & {
  status: 'completed' | 'failed' | 'cancelled' | 'timed_out';
};

/** A suite's newest finished runs. */
export async function listFinishedRuns(
  db: Db,
  projectId: string,
  suiteId: string,
  limit: number,
): Promise<FinishedRun[]> {
  return rows<FinishedRun>(
    db,
    sql`
    select id, run_number as "runNumber", status, total from runs
    where project_id = ${projectId} and suite_id = ${suiteId} and completed_at is not null and not ${isHidden('runs')}
    order by created_at desc, id desc limit ${limit}`,
  );
}
