import { fragment } from '@assay/kit/postgres/db';
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

/** The routes of `trials` through the tools, most frequent first, and the number of all trials, as one JSON value. */
export const routeFacts = fragment(`
  with routed as materialized (
    select i.id, c.case_id, ${countedResult.text} as verdict, g."actualToolCalls" as calls
    from trials i join runs r on r.id = i.run_id join run_cases c on c.run_id = i.run_id and c.position = i.case_position,
         json_to_record(i.grade) as g("actualToolCalls" json)
    where i.grade is not null),
  calls as (
    select t.id, e.place, e.call->>'serverName' as server, e.call->>'toolName' as tool,
           lag(array[e.call->>'serverName', e.call->>'toolName']) over (partition by t.id order by e.place) as before
    from routed t, json_array_elements(t.calls) with ordinality as e(call, place)),
  steps as (
    select id, row_number() over (partition by id order by place) as step, server, tool
    from calls where before is null or before <> array[server, tool]),
  routes as (
    select t.id, coalesce(jsonb_agg(jsonb_build_object('serverName', coalesce(s.server, ''), 'toolName', s.tool) order by s.step)
                          filter (where s.tool is not null and s.step <= ${MAX_STEPS}), '[]') as tools
    from routed t left join steps s on s.id = t.id group by t.id),
  counted as (
    select t.case_id as "caseId", o.tools, count(*)::int as iterations,
           (count(*) filter (where t.verdict = 'passed'))::int as passed, (count(*) filter (where t.verdict = 'failed'))::int as failed
    from routes o join routed t on t.id = o.id
    group by 1, 2)
  select json_build_object(
    'iterations', (select count(*) from routed),
    'routes', (select coalesce(json_agg(f), '[]') from (select * from counted order by iterations desc, 1, 2 limit ${MAX_ROUTES}) f),
    'truncated', (select count(*) > ${MAX_ROUTES} from counted))`);
