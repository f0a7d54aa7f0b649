import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { Run } from '../../domain/eval-runs/run.ts';
import { isHidden } from '../eval-runs/tombstones.ts';

/**
 * The `StageFacts` of `trials` as one JSON value. Latencies are counted in buckets, of which each is a hundredth longer
 * than the one before: they can be added up over several runs.
 */
export const stageFacts = fragment(`
  with graded as materialized (
    select g.chain, g."actualToolCalls" as calls
    from trials, json_to_record(grade) as g(chain json, "actualToolCalls" json)),
  analyzed as materialized (
    select c.stages, c."failureCategory" as category
    from graded, json_to_record(chain) as c(status text, stages json, "failureCategory" text) where c.status = 'verified'),
  states as (
    select s.stage, s.state, count(*)::int as count
    from analyzed, json_to_recordset(stages) as s(stage text, state text) group by 1, 2),
  categories as (select category, count(*)::int as count from analyzed where category is not null group by 1),
  called as materialized (
    select c.* from graded, json_to_recordset(calls) as c("serverName" text, "toolName" text, "isError" boolean, "latencyMs" float8)),
  tools as (
    select "serverName", "toolName", count(*)::int as calls, (count(*) filter (where "isError"))::int as errors,
           percentile_cont(0.5) within group (order by "latencyMs") as "p50LatencyMs",
           percentile_cont(0.95) within group (order by "latencyMs") as "p95LatencyMs"
    from called group by 1, 2 order by count(*) desc, 1, 2 limit 200),
  buckets as (
    select "serverName", "toolName", json_object_agg(bucket, calls) as latencies
    from (select "serverName", "toolName", round(ln(greatest("latencyMs", 0.01)) / ln(1.01)) as bucket, count(*)::int as calls
          from called where "latencyMs" is not null group by 1, 2, 3) counted
    group by 1, 2),
  timed as (
    select t.*, coalesce(b.latencies, '{}') as latencies
    from tools t left join buckets b on b."serverName" is not distinct from t."serverName" and b."toolName" is not distinct from t."toolName"
    order by t.calls desc, 1, 2)
  select json_build_object(
    'iterations', (select count(*) from analyzed),
    'states', (select coalesce(json_agg(s), '[]') from states s),
    'categories', (select coalesce(json_agg(c), '[]') from categories c),
    'tools', (select coalesce(json_agg(t), '[]') from timed t))`);

export type FinishedRun = Pick<Run, 'id' | 'runNumber' | 'total' | 'result' | 'createdAt'> & {
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
    select id, run_number, status, total, result, created_at from runs
    where project_id = ${projectId} and suite_id = ${suiteId} and completed_at is not null and not ${isHidden('runs')}
    order by created_at desc, id desc limit ${limit}`,
  );
}
