import { openPool, rows, sql, type Pool } from '@assay/kit/postgres/db';
import { createLog } from '@assay/kit/log';
import type { Closers } from '@assay/local/closers';
import { elapsedMs } from '../clock.ts';
import { measureInTurns, type Figure } from '../figures.ts';
import { databaseUrlOf } from '../installation.ts';
import type { Stage } from '../stage.ts';
import { createEchoSuite, runSuite } from '../suites.ts';

/** The cases of the suite, and the iterations of each in its run. */
const [CASES, TRIALS] = [1_000, 10];
/** The synthetic runs have this many times the iterations. */
const [TEN, THIRTY] = [10, 30];
const READS = { warmUps: 2, rounds: 7 };
const EXPORTS = { warmUps: 2, rounds: 5 };
const TABLES = ['runs.runs', 'runs.run_cases', 'runs.iterations'];
const LOWER = { unit: 'ms', better: 'lower' } as const;

/** Reports of runs and suites whose cost could grow with their size, and the disk that an iteration takes. */
export async function measureReports({ api, dataDir, everything }: Stage, scope: Closers): Promise<Figure[]> {
  const pool = openPool(await databaseUrlOf(dataDir), createLog('bench', 'warn'), { max: 1 });
  scope.add({ stop: () => pool.end() });
  const project = `/projects/${api.projectId}`;
  const get = (path: string) => elapsedMs(() => api.bytes('GET', `${project}${path}`));

  const suiteId = await createEchoSuite(api, everything.serverId, CASES, 'run', { iterations: TRIALS });
  const small = await createEchoSuite(api, everything.serverId, CASES / 2, 'run');
  const bytesBefore = await storedBytes(pool);
  const base = await runSuite(api, suiteId);
  const bytesOfOne = ((await storedBytes(pool)) - bytesBefore) / (CASES * TRIALS);
  const run = await runSuite(api, suiteId);
  const comparison = `/eval-runs/${run}/compare?baseRunId=${base}`;
  await get(comparison);
  const exported = await measureInTurns(EXPORTS, {
    product: () => get(`/eval-suites/${suiteId}/file`),
    floor: async () => 2 * (await get(`/eval-suites/${small}/file`)),
  });

  // Postgres must not have statistics of the run before the reports are measured without them.
  for (const table of TABLES) await pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
  const large = await enlargedRun(pool, run, TEN);
  const largest = await enlargedRun(pool, run, THIRTY);
  const first = async (path: string) => {
    await pool.query(sql`delete from runs.run_sums where run_id = any(${[large, largest]})`);
    await pool.query(sql`delete from runs.run_comparisons where run_id = ${largest}`);
    return get(path);
  };
  const facts = [
    ['route facts', `/eval-runs/${largest}/route-facts`],
    ['a comparison', `/eval-runs/${largest}/compare?baseRunId=${base}&limit=100`],
  ] as const;
  const withoutStatistics: number[] = [];
  for (const [, path] of facts) withoutStatistics.push(await first(path));
  await pool.query(`analyze ${TABLES.join(', ')}`);
  const figures: Figure[] = [];
  for (const [i, [name, path]] of facts.entries())
    figures.push({
      ...LOWER,
      name: `${name} of 300,000 iterations without statistics, and with them`,
      product: [withoutStatistics[i]!],
      floor: [await first(path)],
      target: { of: 'ratio', limit: 1.5 },
    });
  const measured = async (path: string, read = get) =>
    (await measureInTurns(READS, { product: () => read(path) })).product;
  return [
    ...figures,
    {
      ...LOWER,
      name: 'a comparison of 10,000 iterations again',
      product: await measured(comparison),
      target: { of: 'product', limit: 50 },
    },
    {
      ...LOWER,
      name: 'a page of it',
      product: await measured(`${comparison}&limit=100`),
      target: { of: 'product', limit: 50 },
    },
    {
      ...LOWER,
      name: 'stage analytics of 100,000 iterations, none of them summed up while the run went on',
      product: await measured(`/eval-runs/${large}/stage-analytics`, first),
    },
    {
      ...LOWER,
      name: 'JUnit of 100,000 iterations',
      product: await measured(`/eval-runs/${large}/junit.xml`),
      target: { of: 'product', limit: 1_000 },
    },
    {
      ...LOWER,
      ...exported,
      name: 'a suite file of 1,000 cases, and two of 500',
      target: { of: 'ratio', limit: 1.5 },
    },
    {
      name: 'tables and indexes of an iteration',
      unit: 'bytes',
      better: 'lower',
      product: [bytesOfOne],
      target: { of: 'product', limit: 10 * 1_024 },
    },
  ];
}

/** The bytes of all tables and indexes of the service runs. */
async function storedBytes(pool: Pool): Promise<number> {
  const [stored] = await rows<{ bytes: number }>(
    pool,
    sql`
    select sum(pg_total_relation_size(c.oid))::float8 as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'runs' and c.relkind in ('r', 'p')`,
  );
  return stored!.bytes;
}

/** Copies a finished run with `times` the iterations of each case, grades included; returns its id. */
async function enlargedRun(pool: Pool, runId: string, times: number): Promise<string> {
  const id = `${runId}_${times}`;
  await pool.query(sql`
    insert into runs.runs select (jsonb_populate_record(r, jsonb_build_object(
      'id', ${id}::text, 'run_number', run_number + ${times}, 'idempotency_key', null,
      'total', total * ${times}, 'finished', finished * ${times}, 'passed', passed * ${times}))).*
    from runs.runs r where id = ${runId}`);
  for (const table of ['run_cases', 'run_variants'])
    await pool.query(
      `insert into runs.${table} select (jsonb_populate_record(t, jsonb_build_object('run_id', $2::text))).* from runs.${table} t where run_id = $1`,
      [runId, id],
    );
  await pool.query(sql`
    insert into runs.iterations (id, run_id, position, seq, case_position, iteration_number, status, result, started_at, duration_ms, grade, transcript)
    select i.id || '_' || ${times}::text || '_' || n, ${id}, i.position * ${times} + n, i.seq * ${times} + n, i.case_position,
           i.iteration_number * ${times} + n, i.status, i.result, i.started_at, i.duration_ms, i.grade, i.transcript
    from runs.iterations i, generate_series(0, ${times - 1}::int) n where i.run_id = ${runId}`);
  return id;
}
