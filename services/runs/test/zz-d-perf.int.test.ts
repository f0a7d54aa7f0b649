import { listCaseFacts } from '../src/store/case-facts.ts';
import { findScoreFacts } from '../src/store/score-facts.ts';
import { listMeasures } from '../src/store/measures.ts';
import { configHashes } from '@assay/grading/compare/config-hash';
import { compareCases } from '@assay/grading/compare/compare-cases';
import { sidesOf } from '../src/comparable-sides.ts';
import { compareEvalRun, getEvalRunGate, getEvalRunGroup } from '@assay/contract/operations/comparing';
import * as operations from '@assay/contract/operations/runs';
import { echoCase, openRuns } from './harness.ts';
import { judgedRuns } from './judged-runs.ts';
let runs: Awaited<ReturnType<typeof openRuns>>;
beforeAll(async () => { runs = await openRuns(); });
afterAll(() => runs.close());
const { suite, judged } = judgedRuns(() => runs);
test('perf', async () => {
  suite('big', [echoCase('a', { iterations: 2, title: 'x' })], { gate: Buffer.from('{"minimumPassRate":0.5,"noDeterministicRegressions":true,"passRateRegression":{},"maximumP95LatencyMs":1000}') });
  const base = await judged('big', { a: 2 });
  const run = await judged('big', { a: 1 });
  for (const id of [base, run]) {
    await runs.db.pool.query(`insert into run_cases (run_id, position, case_id, title, body, needs_inventory, iterations, pass_threshold)
      select run_id, n, 'c' || n, title, body, needs_inventory, 10, pass_threshold from run_cases, generate_series(1, 2000) n where run_id = $1 and position = 0`, [id]);
    await runs.db.pool.query(`insert into iterations (id, run_id, position, case_position, iteration_number, status, result, duration_ms, grade, transcript)
      select run_id || '_' || n || '_' || k, run_id, 10 + n * 10 + k, n, k, status, result, duration_ms, grade, transcript from iterations, generate_series(1, 2000) n, generate_series(1, 10) k
      where run_id = $1 and position = 0`, [id]);
  }
  await runs.db.pool.query('analyze');
  await runs.db.pool.query(`insert into run_groups (id, project_id, suite_id, suite) values ('g', 'prj', 'big', '{}')`);
  await runs.db.pool.query(`update runs set run_group_id = 'g' where id in ($1, $2)`, [base, run]);
  const { rows: [size] } = await runs.db.pool.query(`select avg(pg_column_size(grade)) s, avg(length(grade::text)) l from iterations`);
  const out: unknown[] = [size];
  const ids = [base, run];
  const ex = async (q: string) => { const r = await runs.db.pool.query('explain (analyze, timing off, summary on) ' + q, [ids]); out.push(r.rows.map((x: any) => x['QUERY PLAN']).join('\n')); };
  await ex(`select count(grade->'scores') from iterations i where i.run_id = any($1) and i.status='completed'`);
  await ex(`select count(*) from iterations i, rows from (
        json_to_recordset(i.grade->'scores') as ("scorerId" text, "definitionHash" text, status text, value float8, passed boolean, deterministic boolean),
        json_to_recordset(i.grade->'checks') as (role text)) as s where i.run_id = any($1) and i.status='completed'`);
  await ex(`select count(*) from iterations i, json_to_record(i.grade) as g(scores json, checks json), rows from (
        json_to_recordset(g.scores) as ("scorerId" text, "definitionHash" text, status text, value float8, passed boolean, deterministic boolean),
        json_to_recordset(g.checks) as (role text)) as s where i.run_id = any($1) and i.status='completed'`);
  await ex(`    with scores as materialized (
      select i.run_id as "runId", i.id, i.case_position as position, i.model, s.*
      from iterations i, rows from (
        json_to_recordset(i.grade->'scores') as ("scorerId" text, "definitionHash" text, status text, value float8, passed boolean, deterministic boolean),
        json_to_recordset(i.grade->'checks') as (role text)) as s
      where i.run_id = any($1) and i.status = 'completed' and s."scorerId" is not null),
    trials as materialized (
      select "runId", id, count(*) > count(distinct "scorerId") or bool_or(status = 'scored' and (value between 0 and 1) is not true) as quarantined
      from scores group by 1, 2),
    summed as (
      select s."runId", s.position, s.model, s."scorerId", s."definitionHash", bool_or(s.role is distinct from 'advisory') as gating, bool_and(s.deterministic) as deterministic,
             count(*) filter (where s.status = 'scored') as scored, count(*) filter (where s.status = 'scored' and s.passed) as passed,
             count(*) filter (where s.status = 'error') as errors, count(*) filter (where s.status = 'skipped') as skipped,
             count(*) filter (where s.status = 'not_applicable') as "notApplicable", coalesce(sum(s.value) filter (where s.status = 'scored'), 0) as total
      from scores s join trials t on t.id = s.id and not t.quarantined group by 1, 2, 3, 4, 5),
    sides as (
      select "runId", count(*) filter (where not quarantined) as "scoredIterations", count(*) filter (where quarantined) as "quarantinedIterations" from trials group by 1)
    select (select coalesce(json_agg(s), '[]') from summed s) as scores, (select coalesce(json_agg(s), '[]') from sides s) as sides`);
  console.log(out.join('\n\n'));
}, 120_000);
