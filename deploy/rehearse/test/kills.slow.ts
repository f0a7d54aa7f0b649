import type { CreateEvalSuite } from '@assay/sdk';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { startModelEndpoint, type ModelEndpoint } from '@assay/testkit/model-endpoint/model-endpoint';
import { randomPoints, shuffled, testSeed } from '@assay/testkit/random-points';
import { isSlowRun } from '@assay/testkit/slow-run';
import { waitUntil } from '@assay/testkit/until';
import { endDeletion, makeFullProject, waitUntilDeleted } from '../../local/test/deletion/deleted-project.ts';
import { rowsNaming, type ReadRows } from '../../local/test/deletion/remaining-rows.ts';
import { assertStep, toolCall } from '../../local/test/support/api.ts';
import { startCluster, type Cluster } from '../src/cluster/cluster.ts';
import type { Part } from '../src/cluster/parts.ts';

/** How often each part is killed: at another random point, in another random order each time. */
const KILLS = isSlowRun ? 5 : 1;
const CASES = isSlowRun ? 50 : 10;
const TRIALS = 10;
/** The trials of a run that calls tools only, and of a run that calls a model; both runs take turns. */
const [TOTAL, BILLED] = [CASES * TRIALS, 3 * TRIALS];
const VICTIMS: (Part | 'postgres')[] = ['runner', 'runs', 'gateway', 'postgres', 'catalog'];
/** The share of their trials that the runs have settled at most when a part is killed. */
const LATEST = 0.8;
const LONG_MS = 90_000;
const random = randomPoints();
const rounds = Array.from({ length: KILLS }, () => shuffled(VICTIMS, random)).flat();

let folder: string;
let cluster: Cluster;
let everything: McpServerProcess;
let model: ModelEndpoint;
let echoing: string;
let asking: string;

beforeAll(async () => {
  model = await startModelEndpoint(({ body }) =>
    JSON.stringify(body.messages).includes('tool_call_id')
      ? { text: 'It is 42.', usage: { input: 10, output: 5 } }
      : { toolCalls: [{ name: 'get-sum', arguments: { a: 2, b: 40 } }], usage: { input: 10, output: 5 } },
  );
  folder = await mkdtemp(join(tmpdir(), 'assay-blobs-'));
  [cluster, everything] = await Promise.all([
    startCluster({
      HOSTED_MODELS: '[{"id":"openai/thinker","inputUsdPerMillion":1,"outputUsdPerMillion":1}]',
      OPENAI_API_KEY: 'sk-model',
      OPENAI_BASE_URL: model.openaiUrl,
      BLOBS_DIR: folder,
    }),
    sharedEverythingServer({ transport: 'streamableHttp' }),
  ]);
  const serverId = await insist(() => cluster.api.saveServer('everything', everything.url));
  const save = async (body: Omit<CreateEvalSuite, 'serverIds'>) =>
    (
      await insist(() =>
        cluster.api.assay.createEvalSuite({ projectId: cluster.api.projectId }, { serverIds: [serverId], ...body }),
      )
    ).suiteId;
  echoing = await save({
    name: 'echoes',
    tests: Array.from({ length: CASES }, (_, i) => ({
      title: `echo ${i}`,
      runs: TRIALS,
      steps: [
        toolCall('call', 'everything', 'echo', { message: `m${i}` }),
        assertStep('check', { type: 'toolResultContains', needle: `m${i}` }),
      ],
    })),
  });
  asking = await save({
    name: 'asks',
    model: 'openai/thinker',
    tests: Array.from({ length: BILLED / TRIALS }, (_, i) => ({
      title: `adds ${i}`,
      runs: TRIALS,
      steps: [
        { id: 'ask', kind: 'prompt', prompt: 'What is 2 + 40?' },
        assertStep('said', { type: 'responseContains', needle: '42' }),
      ],
    })),
  });
}, 180_000);
afterAll(async () => {
  await cluster.stop();
  await Promise.all([everything.stop(), model.stop(), rm(folder, { recursive: true })]);
});

/** Repeats a request until the gateway and everything behind it answer. */
const insist = <T>(ask: () => Promise<T>): Promise<T> => waitUntil(ask, 60_000);
const select = <Row>(statement: string, ...values: unknown[]): Promise<Row[]> =>
  insist(async () => (await cluster.pool.query(statement, values)).rows as Row[]);
const runOver = (runId: string, over: string[]) =>
  waitUntil(async () => {
    const run = await cluster.api.run(runId).catch(() => undefined);
    return over.includes(run?.status ?? '') && run;
  }, LONG_MS);

/** Ends the part when these runs have settled a random number of their trials. */
async function killDuring(runIds: string[], part: Part | 'postgres'): Promise<void> {
  const point = random() * LATEST * (TOTAL + BILLED);
  await waitUntil(async () => {
    const [read] = await select<{ settled: number }>(
      `select count(*)::int as settled from runs.iterations where run_id = any($1) and status = 'completed'`,
      runIds,
    );
    return read!.settled >= point;
  }, LONG_MS);
  await cluster.kill(part);
}

describe.each(rounds.map((part, round) => ({ part, round })))(
  `after a kill of $part at random (TEST_SEED=${testSeed}, round $round)`,
  ({ part, round }) => {
    let echoed: string;
    let asked: string;
    let requestsBefore: number;
    beforeAll(async () => {
      requestsBefore = model.requests.length;
      const start = (suiteId: string) =>
        insist(() => cluster.api.startRun({ suiteId, idempotencyKey: `${suiteId} ${round}` }));
      [echoed, asked] = [await start(echoing), await start(asking)];
      await killDuring([echoed, asked], part);
    }, 2 * LONG_MS);

    test(
      `a run of ${TOTAL} trials counts each once`,
      async () => {
        const run = await runOver(echoed, ['completed']);
        expect(run.result).toBe('passed');
        expect(run.summary).toMatchObject({ total: TOTAL, passed: TOTAL, failed: 0 });
        expect(
          await select(
            `
          select count(*)::int as trials, count(*) filter (where result = 'passed')::int as passed, count(distinct (case_position, iteration_number))::int as distinct
          from runs.iterations where run_id = $1`,
            echoed,
          ),
        ).toEqual([{ trials: TOTAL, passed: TOTAL, distinct: TOTAL }]);
      },
      LONG_MS,
    );

    test(
      'a call of a model is billed once',
      async () => {
        await runOver(asked, ['completed', 'failed']);
        // An answered call is settled when its runner next reaches the ledger, also after the run is over.
        const calls = await waitUntil(async () => {
          const [ledger] = await select<{ unsettled: number; calls: number }>(
            `
          select (select count(*)::int from catalog.model_calls where run_id = $1 and state = 'settled' and tokens > 0) as calls,
                 -- The calls of attempts whose runner was killed belong to the trial, too.
                 count(*) filter (where model_calls not between
                   (select count(*) from catalog.model_calls c where c.id like i.id || '.' || i.fence || '.%' and c.state = 'settled') and
                   (select count(*) from catalog.model_calls c where c.id like i.id || '.%'))::int as unsettled
          from runs.iterations i where run_id = $1 and status = 'completed'`,
            asked,
          );
          return ledger!.unsettled === 0 && ledger!.calls;
        }, LONG_MS);
        // Counted after the ledger: a runner that lost its work may still call the model once.
        expect(calls).toBeLessThanOrEqual(model.requests.length - requestsBefore);
      },
      2 * LONG_MS,
    );
  },
);

test(
  'after all kills the events of every run and every trial reached the other services once',
  async () => {
    const expected = { runs: rounds.length, passed: rounds.length * TOTAL, failed: 0 };
    const { totals } = await waitUntil(async () => {
      const { items } = await cluster.api.assay.listEvalSuites({ projectId: cluster.api.projectId });
      return items.find(({ id, totals: { runs } }) => id === echoing && runs === expected.runs);
    }, LONG_MS);
    expect(totals).toMatchObject(expected);
  },
  LONG_MS,
);

test(
  'a deletion ends although all services and Postgres are killed in the middle',
  async () => {
    const { api } = cluster;
    const read: ReadRows = select;
    const ids = await makeFullProject(api, everything.url, read);
    const { projectId } = api;
    // Enough rows to make the deletion take a while.
    await read(`insert into runs.runs (id, project_id, organization_id, suite_id, run_number, status, source, spec, total, deadline_at, completed_at)
    select 'run_bulk_' || i, '${projectId}', 'org', 'bulk', i, 'completed', 'api', '{}', 200, now(), now() from generate_series(1, 100) i`);
    await read(
      `insert into runs.run_cases (run_id, position, case_id, title, body, needs_inventory) select 'run_bulk_' || i, 0, 'c', 't', '{}', false from generate_series(1, 100) i`,
    );
    await read(`insert into runs.iterations (id, run_id, position, case_position, iteration_number, status)
    select 'iter_bulk_' || i || '_' || j, 'run_bulk_' || i, j, 0, j, 'completed' from generate_series(1, 100) i, generate_series(1, 100) j`);
    await read(
      `insert into runs.trace_parts (owner_id, fence, part, body) select id, fence, 0, 'x' from runs.iterations where id like 'iter_bulk%'`,
    );
    await read(
      `insert into suites.cases (id, suite_id, position, body) select 'case_bulk_' || i, (select id from suites.suites where project_id = '${projectId}' limit 1), 1000 + i, '{}' from generate_series(1, 5000) i`,
    );
    const bulk = async () =>
      (
        await read<{ n: number }>(
          `select ((select count(*) from runs.iterations where id like 'iter_bulk%') + (select count(*) from suites.cases where id like 'case_bulk%'))::int as n`,
        )
      )[0]!.n;
    const all = await bulk();

    await api.assay.deleteProject({ projectId });
    await waitUntil(async () => (await bulk()) < all, LONG_MS);
    await cluster.kill('postgres');
    await Promise.all((['runs', 'suites', 'diagnostics', 'catalog'] as const).map((part) => cluster.kill(part)));
    // Counting is cheap; to look for the ids reads every row.
    await waitUntil(async () => (await bulk()) === 0, LONG_MS);
    await waitUntilDeleted(read, ids);
    expect(await readdir(folder)).toEqual([]);
    await endDeletion(read);
    expect(await rowsNaming(read, ids)).toEqual([]);
  },
  4 * LONG_MS,
);
