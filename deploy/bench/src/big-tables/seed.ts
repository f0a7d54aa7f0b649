import { fragment, rows, sql, type Pool } from '@assay/kit/postgres/db';

/** The trials of the runs of a pattern, as multiples of the template's 100: runs of 100 to 10,000 iterations. */
const PATTERN = [1, 3, 1, 10, 1, 30, 3, 1, 100, 10, 1, 3, 1, 30, 1, 10, 3, 1, 3, 10];
/** A run has at most this many times the cases of the template; beyond, its cases have several trials. */
const MAX_CASE_FACTOR = 10;
/** Iterations that one statement writes, at least. */
const BATCH = 10_000;
/** Batches that are written at the same time. */
export const LANES = 4;
/** Runs are spread over this many days before now. */
const DAYS = 400;
const [ORGANIZATIONS, PROJECTS, SUITES] = [20, 5, 5];

/** A finished run of 100 iterations as the product stored it. */
export interface Template {
  runId: string;
  /** Its iterations; the seeded runs have multiples of them. */
  trials: number;
}

/** A run of the seeded installation that a bench asks for. */
export interface WantedRun {
  /** The place in time, from 0 for the oldest to 1 for the newest. */
  at: number;
  /** Its iterations, in multiples of the template's. */
  factor: number;
  projectId: string;
  organizationId: string;
  suiteId: string;
}

/** The content of a seeded installation. */
export interface SeedPlan {
  template: Template;
  iterations: number;
  /** The iterations with traces, the newest ones; the wanted runs have all their traces. */
  traced: number;
  wanted: WantedRun[];
  /** A project that gets a quarter of the other runs. */
  growing: { projectId: string; organizationId: string };
}

/** The tables of runs that are filled. */
const TABLES = ['runs', 'run_cases', 'run_variants', 'iterations', 'trace_parts'];

/**
 * Fills the tables of the service runs of a real installation with copies of a real run, by set-based SQL: runs of 100 to
 * 10,000 iterations of many organizations, projects and suites, in the order of time, with ids that are ordered as TypeIDs are.
 * `pool` is the superuser's, without a limit of time for a statement, with the schema `runs` in its search path. `told` gets the
 * number of iterations that are written. Returns the ids of the wanted runs, in their order.
 */
export async function seedRuns(pool: Pool, plan: SeedPlan, told: (iterations: number) => void): Promise<string[]> {
  await planRuns(pool, plan);
  // A settled iteration takes the room that its earlier versions left; an inserted one would leave half of each page free.
  await pool.query('alter table iterations set (fillfactor = 90, autovacuum_enabled = false)');
  await insertRuns(pool, plan.template);
  await insertBatches(pool, plan.template, told);
  for (const table of TABLES) await pool.query(`analyze ${table}`);
  await insertTraces(pool, plan);
  await pool.query('alter table iterations set (fillfactor = 50)');
  await pool.query('alter table iterations reset (autovacuum_enabled)');
  for (const table of TABLES) await pool.query(`vacuum (analyze) ${table}`);
  const wanted = await rows<{ id: string }>(
    pool,
    sql`select id from bench_runs where wanted is not null order by wanted`,
  );
  return wanted.map(({ id }) => id);
}

/** Writes all runs but their rows in `runs`, some at the same time. */
async function insertBatches(pool: Pool, template: Template, told: (iterations: number) => void): Promise<void> {
  const batches = await rows<{ from: number; until: number; iterations: number }>(
    pool,
    sql`
    select min(n)::int as from, max(n)::int as until, sum(trials)::int as iterations
    from (select n, trials, (sum(trials) over (order by n) - trials) / ${BATCH} as batch from bench_runs) sized
    group by batch order by 1`,
  );
  let written = 0;
  const left = batches.values();
  const lane = async () => {
    for (const batch of left) {
      await insertBatch(pool, template, batch);
      told((written += batch.iterations));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** The id of a TypeID's form: a time in milliseconds and random characters. */
const idOf = (prefix: string, ms: string, seed: string) =>
  fragment(`${prefix} || '_0' || lpad(to_hex(${ms}), 11, '0') || substr(md5(${seed}), 1, 14)`);

/** Decides which runs there are: `bench_runs`, in the order of time. */
async function planRuns(pool: Pool, { template, iterations, wanted, growing }: SeedPlan): Promise<void> {
  const own = wanted.reduce((sum, { factor }) => sum + factor, 0);
  const others = Math.max(0, Math.round(iterations / template.trials) - own);
  await pool.query(
    'create unlogged table bench_runs (n int primary key, wanted int, id text, project_id text, organization_id text, suite_id text, run_number int, created_at timestamptz, case_factor int, trial_factor int, trials int)',
  );
  await pool.query(sql`
    with filler as (
      select n, ${PATTERN}::int[] as pattern, (${PATTERN}::int[])[1 + n % ${PATTERN.length}] as factor
      from generate_series(0, ${others}) n),
    bounded as (
      select n, factor from (select n, factor, sum(factor) over (order by n) as total from filler) summed where total <= ${others} or n = 0),
    placed as (
      select null::int as wanted, factor, (n + 0.5) / (select count(*) from bounded) as at,
             n % 4 = 0 as grows, hashtext(n::text) & 2147483647 as h, n
      from bounded),
    everything as (
      select wanted, factor, at,
             case when grows then ${growing.projectId} else 'prj_' || h % ${ORGANIZATIONS} || '_' || h / ${ORGANIZATIONS} % ${PROJECTS} end as project_id,
             case when grows then ${growing.organizationId} else 'org_' || h % ${ORGANIZATIONS} end as organization_id,
             -- A third of the suites was given up: their last run is in the older half.
             'suite_' || case when grows then 'grown' else h % ${ORGANIZATIONS} || '_' || h / ${ORGANIZATIONS} % ${PROJECTS} end
               || '_' || case when at < 0.5 then h / ${ORGANIZATIONS * PROJECTS} % ${SUITES} else h / ${ORGANIZATIONS * PROJECTS} % ${SUITES - 2} end as suite_id
      from placed
      union all
      select (row_number() over ())::int, w.factor, w.at, w.project_id, w.organization_id, w.suite_id
      from unnest(${wanted.map(({ factor }) => factor)}::int[], ${wanted.map(({ at }) => at)}::float8[], ${wanted.map(({ projectId }) => projectId)}::text[],
        ${wanted.map(({ organizationId }) => organizationId)}::text[], ${wanted.map(({ suiteId }) => suiteId)}::text[]) as w(factor, at, project_id, organization_id, suite_id))
    insert into bench_runs
    select n, wanted, ${idOf("'run'", '(extract(epoch from created_at) * 1000)::bigint', "'run' || n")}, project_id, organization_id, suite_id,
           -- The template's suite has its first run already.
           (row_number() over (partition by suite_id order by n))::int + 1, created_at,
           least(factor, ${MAX_CASE_FACTOR}), greatest(1, factor / ${MAX_CASE_FACTOR}), factor * ${template.trials}
    from (select *, (row_number() over (order by at, wanted))::int as n,
            date_trunc('milliseconds', now()) - make_interval(days => ${DAYS}) * (1 - at) - interval '1 minute' as created_at from everything) e`);
}

async function insertRuns(pool: Pool, { runId, trials }: Template): Promise<void> {
  await pool.query(sql`
    insert into runs select (jsonb_populate_record(r, jsonb_build_object(
      'id', b.id, 'project_id', b.project_id, 'organization_id', b.organization_id, 'suite_id', b.suite_id, 'run_number', b.run_number,
      'idempotency_key', null, 'branch', case when b.n % 2 = 0 then case when b.n % 3 = 0 then 'main' else 'topic-' || b.n % 97 end end,
      'commit_sha', case when b.n % 2 = 0 then md5('commit' || b.n) || '01234567' end, 'notes', case when b.n % 5 = 0 then 'nightly ' || b.n end,
      'total', b.trials, 'finished', b.trials, 'passed', r.passed * f.times, 'failed', r.failed * f.times,
      'variants', r.variants * b.case_factor, 'created_at', b.created_at, 'started_at', b.created_at, 'deadline_at', b.created_at + interval '1 hour',
      'completed_at', b.created_at + interval '1 minute'))).*
    from runs r, bench_runs b, lateral (select b.trials / ${trials}::int as times) f where r.id = ${runId} order by b.n`);
}

/** Writes the cases, variants and iterations of the runs from one place to another. */
async function insertBatch(
  pool: Pool,
  { runId }: Template,
  { from, until }: { from: number; until: number },
): Promise<void> {
  const caseId = fragment(
    `case when c = 0 then t.case_id else split_part(t.case_id, '_', 1) || '_' || substr(md5(b.suite_id || t.case_id || c), 1, 26) end`,
  );
  const place = (position: string) => fragment(`(${position} * b.case_factor + c)`);
  await pool.query(sql`
    insert into run_cases (run_id, position, case_id, declared_id, title, iterations, pass_threshold, body, needs_inventory, needs_browser, grading_gap)
    select b.id, ${place('t.position')}, ${caseId}, t.declared_id, t.title, b.trial_factor, t.pass_threshold, t.body, t.needs_inventory, t.needs_browser, t.grading_gap
    from bench_runs b, run_cases t, generate_series(0, b.case_factor - 1) c
    where b.n between ${from} and ${until} and t.run_id = ${runId} order by b.n, 2`);
  await pool.query(sql`
    insert into run_variants (run_id, case_position, model, case_id, position, trials, eligible, passed, ends, durations, failed_at, failure)
    select b.id, ${place('t.case_position')}, t.model, ${caseId}, ${place('t.position')} * b.trial_factor, b.trial_factor,
           t.eligible * b.trial_factor, t.passed * b.trial_factor,
           array(select (${place('t.position')} * b.trial_factor + i) * 16 + t.ends[1] % 16 from generate_series(0, b.trial_factor - 1) i),
           array_fill(t.durations[1], array[b.trial_factor]),
           case when t.failed_at is not null then ${place('t.position')} * b.trial_factor end, t.failure
    from bench_runs b, run_variants t, generate_series(0, b.case_factor - 1) c
    where b.n between ${from} and ${until} and t.run_id = ${runId} order by b.n, 2`);
  await pool.query(sql`
    insert into iterations (id, run_id, position, queue_order, seq, case_position, iteration_number, model, status, result, blame, runner_id, fence, attempts, leases,
                            started_at, duration_ms, error_code, error_message, input_tokens, output_tokens, model_calls, cost_micros, grade, evaluator_error, transcript)
    select id, run_id, position, position, position + 1, case_position, iteration_number, model, status, result, blame, runner_id, md5(id)::uuid, 1, 1,
           started_at, duration_ms, error_code, error_message, input_tokens, output_tokens, model_calls, cost_micros, grade, evaluator_error, transcript
    from (
      select ${idOf("split_part(t.id, '_', 1)", '(extract(epoch from b.created_at) * 1000)::bigint', "b.n || '/' || t.position || '/' || c || '/' || i")} as id,
             b.id as run_id, b.n, ${place('t.position')} * b.trial_factor + i as position, ${place('t.case_position')} as case_position, i + 1 as iteration_number,
             t.model, t.status, t.result, t.blame, t.runner_id, b.created_at as started_at, t.duration_ms, t.error_code, t.error_message,
             t.input_tokens, t.output_tokens, t.model_calls, t.cost_micros, t.grade, t.evaluator_error, t.transcript
      from bench_runs b, iterations t, generate_series(0, b.case_factor - 1) c, generate_series(0, b.trial_factor - 1) i
      where b.n between ${from} and ${until} and t.run_id = ${runId}) made
    order by n, position`);
}

/** Writes the traces of the wanted runs, and of the newest others; other runs are marked as without. */
async function insertTraces(pool: Pool, { template, traced }: SeedPlan): Promise<void> {
  await pool.query(sql`
    create unlogged table bench_traced as
    select n, id from (
      select n, id, sum(trials) over (order by wanted is null, n desc) as total from bench_runs) summed where total <= ${traced}::int`);
  const chosen = await rows<{ n: number }>(pool, sql`select n from bench_traced order by n`);
  for (const { n } of chosen)
    await pool.query(sql`
      insert into trace_parts (owner_id, fence, part, trace_id, body)
      select i.id, i.fence, p.part, p.trace_id, p.body
      from bench_traced b join iterations i on i.run_id = b.id
      join iterations t on t.run_id = ${template.runId} and t.position = i.case_position / (select case_factor from bench_runs where n = b.n)
      join trace_parts p on p.owner_id = t.id and p.fence = t.fence
      where b.n = ${n} order by i.position, p.part`);
  await pool.query(sql`
    update runs set traces_gone_at = completed_at from bench_runs b
    where runs.id = b.id and b.n not in (select n from bench_traced)`);
}
