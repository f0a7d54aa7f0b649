import { fragment, KEY_FIRST } from '@assay/kit/postgres/db';
import { countedResult } from '../iterations/counted-result.ts';

/** How each server answered in `trials`, as one JSON value; at most 50 servers. */
export const serverFacts = fragment(`
  select coalesce(json_agg(s), '[]') from (
    select coalesce(c."serverName", '') as "serverName", count(distinct i.id)::int as iterations,
           count(distinct c."toolName")::int as tools, count(*)::int as calls,
           (count(*) filter (where c."isError"))::int as errors,
           percentile_cont(0.5) within group (order by c."latencyMs") as "p50LatencyMs",
           percentile_cont(0.95) within group (order by c."latencyMs") as "p95LatencyMs"
    from trials i, json_to_record(i.grade) as g("actualToolCalls" json),
         json_to_recordset(g."actualToolCalls") as c("serverName" text, "toolName" text, "isError" boolean, "latencyMs" float8)
    group by 1 order by count(*) desc, 1 limit 50) s`);

/** At most this many routes are listed, and this many calls of a route. */
const [MAX_ROUTES, MAX_STEPS] = [200, 50];

/**
 * The routes of `trials` through the tools, most frequent first, and the number of all trials, as one JSON value. Each trial
 * is read once: two sides that grow with the run are never joined, for which Postgres needs statistics.
 */
export const routeFacts = fragment(`
  with routed as (
    select i.run_id, i.case_position, route.tools, count(*)::int as iterations,
           (count(*) filter (where ${countedResult.text} = 'passed'))::int as passed,
           (count(*) filter (where ${countedResult.text} = 'failed'))::int as failed
    from trials i join runs r on r.id = i.run_id
    cross join json_to_record(i.grade) as g("actualToolCalls" json)
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('serverName', coalesce(s.server, ''), 'toolName', s.tool) order by s.step)
                      filter (where s.tool is not null and s.step <= ${MAX_STEPS}), '[]') as tools
      from (
        select row_number() over (order by place) as step, server, tool
        from (
          select e.place, e.call->>'serverName' as server, e.call->>'toolName' as tool,
                 lag(array[e.call->>'serverName', e.call->>'toolName']) over (order by e.place) as before
          from json_array_elements(g."actualToolCalls") with ordinality as e(call, place)) calls
        where before is null or before <> array[server, tool]) s) route
    where i.grade is not null
    group by i.run_id, i.case_position, route.tools),
  counted as materialized (
    select c.case_id as "caseId", t.tools, sum(t.iterations)::int as iterations, sum(t.passed)::int as passed, sum(t.failed)::int as failed
    from routed t
    cross join lateral (select case_id from run_cases c where c.run_id = t.run_id and c.position = t.case_position ${KEY_FIRST.text}) c
    group by 1, 2)
  select json_build_object(
    'iterations', (select coalesce(sum(iterations), 0) from counted),
    'routes', (select coalesce(json_agg(f), '[]') from (select * from counted order by iterations desc, 1, 2 limit ${MAX_ROUTES}) f),
    'truncated', (select count(*) > ${MAX_ROUTES} from counted))`);
