import { request } from 'undici';
import { openPool, sql, type Pool } from '@assay/kit/postgres/db';
import { createLog } from '@assay/kit/log';
import type { Closers } from '@assay/local/closers';
import { elapsedMs } from '../clock.ts';
import { measureInTurns, type Figure } from '../figures.ts';
import { startHelper } from '../helper.ts';
import type { HttpLoad } from '../helpers/http-load.ts';
import { databaseUrlOf } from '../installation.ts';
import { ROW_QUERIES, startReadFloor } from '../read-floor.ts';
import type { Stage } from '../stage.ts';
import { createEchoSuite, pollSuite, runSuite } from '../suites.ts';

/** The product runs more code for a read than its floor, so its hot code takes longer to be compiled. */
const ROUNDS = { warmUps: 4, rounds: 7 };
const DURATION_MS = 250;
const CONNECTIONS = [1, 16];
const POLL_MS = 2_000;
/** The cases of the two runs, and the trials of each in the large one. */
const [FEW, MANY, TRIALS] = [100, 1_000, 10];
/** The synthetic run has this many times the iterations of the large one. */
const TIMES = 10;
/** Makes the trace of one call about 100 KB long, and as compressible as text is. */
const PADDING = Array.from({ length: 3_600 }, (_, i) => ((i * 2_654_435_761) % 2 ** 32).toString(36))
  .join(' ')
  .slice(0, 25_000);

/** By route of the floor: the row that the product reads for its answer. */
const QUERIES = {
  ...ROW_QUERIES,
  run: `select id, project_id, suite_id, run_number, status, result, source, spec, total, finished, passed, failed,
               trial_statistics, created_at, started_at, completed_at from runs.runs where id = $1`,
  suite: 'select * from suites.suites where id = $1',
  bytes: 'select body from bench.bodies where id = $1',
};

/** Copies a finished run with `TIMES` the iterations of each case, which would take minutes to run; returns its id. */
async function enlargedRun(pool: Pool, runId: string): Promise<string> {
  const id = `${runId}_large`;
  await pool.query(sql`
    insert into runs.runs select (jsonb_populate_record(r, jsonb_build_object(
      'id', ${id}::text, 'run_number', run_number + 1, 'idempotency_key', null,
      'total', total * ${TIMES}, 'finished', finished * ${TIMES}, 'passed', passed * ${TIMES}))).*
    from runs.runs r where id = ${runId}`);
  await pool.query(sql`
    insert into runs.run_variants select (jsonb_populate_record(v, jsonb_build_object(
      'run_id', ${id}::text, 'trials', trials * ${TIMES}, 'eligible', eligible * ${TIMES}, 'passed', passed * ${TIMES}))).*
    from runs.run_variants v where run_id = ${runId}`);
  await pool.query(sql`
    insert into runs.iterations (id, run_id, position, seq, case_position, iteration_number, status, result, duration_ms)
    select i.id || '_' || n, ${id}, i.position * ${TIMES} + n, i.seq * ${TIMES} + n, i.case_position,
           i.iteration_number * ${TIMES} + n, i.status, i.result, i.duration_ms
    from runs.iterations i, generate_series(0, ${TIMES - 1}::int) n where i.run_id = ${runId}`);
  await pool.query('analyze runs.iterations');
  return id;
}

const LATENCY = { unit: 'ms', better: 'lower' } as const;

/** A path of the API, and the route of the floor with the id of its row. */
interface Read {
  name: string;
  path: string;
  floor: string;
  /** The largest ratio of the latencies. */
  limit: number;
  headers?: Record<string, string>;
}

/**
 * The median latency of reads, compared with one Express route with one gRPC hop and the same row by its primary key. A
 * trace is compared with the same bytes from such a row.
 */
export async function measureReads(stage: Stage, scope: Closers): Promise<Figure[]> {
  const { api, dataDir, isApart } = stage;
  const loader = startHelper(scope, 'http-load');
  const pool = openPool(await databaseUrlOf(dataDir), createLog('bench', 'warn'), { max: 1 });
  scope.add({ stop: () => pool.end() });
  const polls: number[] = [];
  const { reads, thousandRate, tenThousandRate } = await readsOf(stage, pool, polls);
  const floorOrigin = await startReadFloor(stage, scope, QUERIES);
  // Where services are called within their process, a platform with a hop says nothing.
  const leastOrigin = isApart ? await startReadFloor(stage, scope, QUERIES, { isLeastPlatform: true }) : undefined;
  const latency = (origin: string, path: string, connections: number, headers = {}) =>
    loader.ask<number>({
      origin,
      path,
      connections,
      headers: { ...api.headers, ...headers },
      durationMs: DURATION_MS,
    } satisfies HttpLoad);
  const figures: Figure[] = [
    {
      name: 'the slowest poll of a run of 10,000 iterations that goes on',
      unit: 'ms',
      better: 'lower',
      product: [Math.max(...polls)],
      target: { of: 'product', limit: 50 },
    },
    {
      name: 'the rate of that run, compared with a run of 1,000',
      unit: 'iterations/s',
      better: 'higher',
      product: [tenThousandRate],
      floor: [thousandRate],
      target: { of: 'ratio', limit: 0.9 },
    },
  ];
  for (const { name, path, floor: floorPath, limit, headers } of reads)
    for (const connections of CONNECTIONS) {
      const ofFloor = () => latency(floorOrigin, floorPath, connections);
      const compared = async (side: string, product: () => Promise<number>): Promise<Figure> => ({
        ...LATENCY,
        name: `${name}${side}, connections: ${connections}`,
        ...(await measureInTurns(ROUNDS, { product, floor: ofFloor })),
      });
      const ofProduct = () => latency(api.origin, `/api/v1${path}`, connections, headers);
      figures.push({ ...(await compared('', ofProduct)), target: { of: 'ratio', limit } });
      if (leastOrigin)
        figures.push(await compared(' of the least platform', () => latency(leastOrigin, floorPath, connections)));
    }
  return figures;
}

/** Makes the resources to read; `polls` gets the milliseconds of each poll of the large run. Rates are per second. */
async function readsOf(
  { api, everything, runId }: Stage,
  pool: Pool,
  polls: number[],
): Promise<{ reads: Read[]; thousandRate: number; tenThousandRate: number }> {
  const { serverId } = everything;
  const { id: userId } = await api.json<{ id: string }>('GET', '/me');
  const project = `/projects/${api.projectId}`;
  const suiteId = await createEchoSuite(api, serverId, FEW, 'run');
  const hundred = await runSuite(api, suiteId);
  const large = await createEchoSuite(api, serverId, MANY, 'run', { iterations: TRIALS });
  const rateOf = async (iterations: number, work: () => Promise<unknown>) =>
    (iterations / (await elapsedMs(work))) * 1_000;
  const thousandRate = await rateOf(MANY, () => runSuite(api, large, { iterationOverride: 1 }));
  let tenThousand = '';
  const tenThousandRate = await rateOf(MANY * TRIALS, async () => {
    tenThousand = await pollSuite(api, large, POLL_MS, (tookMs) => polls.push(tookMs));
  });
  const hundredThousand = await enlargedRun(pool, tenThousand);
  const long = await runSuite(api, await createEchoSuite(api, serverId, 1, 'run', { padding: PADDING }));
  await pool.query('create schema if not exists bench');
  await pool.query('create table if not exists bench.bodies (id text primary key, body bytea)');
  const trace = async (run: string, encoding: 'gzip' | 'identity', limit: number): Promise<Read> => {
    const {
      items: [iteration],
    } = await api.json<{ items: { id: string }[] }>('GET', `${project}/eval-runs/${run}/iterations`);
    const path = `${project}/eval-runs/${run}/iterations/${iteration!.id}/trace`;
    const headers = { 'accept-encoding': encoding };
    const { length } = await api.bytes('GET', path);
    const id = `${run}-${encoding}`;
    // Unlike fetch, this does not inflate the body.
    const { body } = await request(`${api.origin}/api/v1${path}`, { headers: { ...api.headers, ...headers } });
    const bytes = Buffer.from(await body.arrayBuffer());
    await pool.query(sql`insert into bench.bodies (id, body) values (${id}, ${bytes}) on conflict do nothing`);
    return {
      name: `a trace of ${Math.round(length / 1_000)} KB, ${encoding}`,
      path,
      headers,
      floor: `/bytes/${id}`,
      limit,
    };
  };
  const run = (id: string) => ({ path: `${project}/eval-runs/${id}`, floor: `/run/${id}` });
  const reads = [
    { name: 'GET /me', path: '/me', floor: `/me/${userId}`, limit: 1.3 },
    { name: 'GET a run of 1 iteration', ...run(runId), limit: 1.3 },
    { name: 'GET a run of 100 iterations', ...run(hundred), limit: 1.3 },
    { name: 'GET a run of 10,000 iterations', ...run(tenThousand), limit: 1.5 },
    { name: 'GET a run of 100,000 iterations', ...run(hundredThousand), limit: 1.5 },
    { name: 'GET a suite', path: `${project}/eval-suites/${suiteId}`, floor: `/suite/${suiteId}`, limit: 1.3 },
    { name: 'GET a server', path: `${project}/servers/${serverId}`, floor: `/server/${serverId}`, limit: 1.3 },
    await trace(runId, 'identity', 1.3),
    await trace(runId, 'gzip', 1.3),
    // 0.9 of the rate
    await trace(long, 'identity', 1 / 0.9),
    await trace(long, 'gzip', 1 / 0.9),
  ];
  return { reads, thousandRate, tenThousandRate };
}
