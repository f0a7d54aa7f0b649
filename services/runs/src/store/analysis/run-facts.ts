import type { RunRouteFacts, RunServerFacts } from '@assay/contract/areas/analysis/run-facts';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import { countedResult } from '../iterations/counted-result.ts';

/** How each server of a run answered, from the calls in the stored grades; at most 50 servers. */
export const listServerFacts = (db: Db, runId: string): Promise<RunServerFacts['servers']> =>
  rows(
    db,
    sql`
    select coalesce(c."serverName", '') as "serverName", count(distinct i.id)::int as iterations,
           count(distinct c."toolName")::int as tools, count(*)::int as calls,
           (count(*) filter (where c."isError"))::int as errors,
           percentile_cont(0.5) within group (order by c."latencyMs") as "p50LatencyMs",
           percentile_cont(0.95) within group (order by c."latencyMs") as "p95LatencyMs"
    from iterations i, json_to_record(i.grade) as g("actualToolCalls" json),
         json_to_recordset(g."actualToolCalls") as c("serverName" text, "toolName" text, "isError" boolean, "latencyMs" float8)
    where i.run_id = ${runId}
    group by 1 order by count(*) desc, 1 limit 50`,
  );

/** At most this many calls of a route are told. */
const MAX_STEPS = 50;

/** The routes of a run's trials through the tools, most frequent first; at most `limit`. */
export const listRouteFacts = (db: Db, runId: string, limit: number): Promise<RunRouteFacts['routes']> =>
  rows(
    db,
    sql`
    with trials as materialized (
      select i.id, c.case_id, ${countedResult} as verdict, g."actualToolCalls" as calls
      from iterations i join runs r on r.id = i.run_id join run_cases c on c.run_id = i.run_id and c.position = i.case_position,
           json_to_record(i.grade) as g("actualToolCalls" json)
      where i.run_id = ${runId} and i.grade is not null),
    calls as (
      select t.id, e.place, e.call->>'serverName' as server, e.call->>'toolName' as tool,
             lag(array[e.call->>'serverName', e.call->>'toolName']) over (partition by t.id order by e.place) as before
      from trials t, json_array_elements(t.calls) with ordinality as e(call, place)),
    steps as (
      select id, row_number() over (partition by id order by place) as step, server, tool
      from calls where before is null or before <> array[server, tool]),
    routes as (
      select t.id, coalesce(jsonb_agg(jsonb_build_object('serverName', coalesce(s.server, ''), 'toolName', s.tool) order by s.step)
                            filter (where s.tool is not null and s.step <= ${MAX_STEPS}), '[]') as tools
      from trials t left join steps s on s.id = t.id group by t.id)
    select t.case_id as "caseId", o.tools, count(*)::int as iterations,
           (count(*) filter (where t.verdict = 'passed'))::int as passed, (count(*) filter (where t.verdict = 'failed'))::int as failed
    from routes o join trials t on t.id = o.id
    group by 1, 2 order by count(*) desc, 1, 2 limit ${limit}`,
  );

/** How many trials of a run have recorded calls. */
export async function countGradedIterations(db: Db, runId: string): Promise<number> {
  const [counted] = await rows<{ count: number }>(
    db,
    sql`select count(*)::int as count from iterations where run_id = ${runId} and grade is not null`,
  );
  return counted!.count;
}
