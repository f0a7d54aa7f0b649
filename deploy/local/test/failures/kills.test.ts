import type { EvalSuite, EvalSuiteCreated } from '@assay/contract/areas/suites/documents';
import { startEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { startModelEndpoint, type ModelEndpoint } from '@assay/testkit/model-endpoint/model-endpoint';
import { randomPoints, shuffled, testSeed } from '@assay/testkit/random-points';
import { isSlowRun } from '@assay/testkit/slow-run';
import { waitUntil } from '@assay/testkit/until';
import { setTimeout as delay } from 'node:timers/promises';
import { assertStep, toolCall, type ApiPage } from '../support/api.ts';
import { startCluster, type Cluster, type ClusterPart } from '../support/cluster.ts';

/** How often each part is killed: at another random point, in another random order each time. */
const KILLS = isSlowRun ? 5 : 1;
const CASES = 50;
const TRIALS = 10;
const TOTAL = CASES * TRIALS;
const VICTIMS: ClusterPart[] = ['runner', 'runs', 'gateway', 'postgres'];
/** The time within which a run is under way, in milliseconds. */
const STRIKE_MS = 2_000;
const random = randomPoints();
/** Each part this many times, in random order. */
const victims = (parts: ClusterPart[], times: number): ClusterPart[] =>
  Array.from({ length: times }, () => shuffled(parts, random)).flat();

let cluster: Cluster;
let everything: McpServerProcess;
let model: ModelEndpoint;

beforeAll(async () => {
  model = await startModelEndpoint(({ body }) =>
    JSON.stringify(body.messages).includes('tool_call_id')
      ? { text: 'It is 42.', usage: { input: 10, output: 5 } }
      : { toolCalls: [{ name: 'get-sum', arguments: { a: 2, b: 40 } }], usage: { input: 10, output: 5 } },
  );
  [cluster, everything] = await Promise.all([
    startCluster({
      HOSTED_MODELS: '[{"id":"openai/thinker","inputUsdPerMillion":1,"outputUsdPerMillion":1}]',
      OPENAI_API_KEY: 'sk-model',
      OPENAI_BASE_URL: model.openaiUrl,
    }),
    startEverythingServer({ transport: 'streamableHttp' }),
  ]);
}, 180_000);
afterAll(async () => {
  await cluster.stop();
  await Promise.all([everything.stop(), model.stop()]);
});

/** Repeats a request until the gateway and everything behind it answer. */
const insist = <T>(ask: () => Promise<T>): Promise<T> => waitUntil(() => ask().catch(() => undefined), 60_000);

test(`after a kill at random a run of ${TOTAL} trials counts each once (TEST_SEED=${testSeed})`, async () => {
  const { api, pool } = cluster;
  const serverId = await insist(() => api.saveServer('everything', everything.url));
  const tests = Array.from({ length: CASES }, (_, i) => ({
    title: `echo ${i}`,
    runs: TRIALS,
    steps: [
      toolCall('call', 'everything', 'echo', { message: `m${i}` }),
      assertStep('check', { type: 'toolResultContains', needle: `m${i}` }),
    ],
  }));
  const { suiteId } = await insist(() =>
    api.post<EvalSuiteCreated>('/eval-suites', { name: 'killed', serverIds: [serverId], tests }),
  );

  const rounds = victims(VICTIMS, KILLS);
  for (const [round, victim] of rounds.entries()) {
    const runId = await insist(() => api.startRun({ suiteId, idempotencyKey: `round ${round}` }));
    await delay(random() * STRIKE_MS);
    await cluster.kill(victim);
    const run = await waitUntil(async () => {
      const read = await api.run(runId).catch(() => undefined);
      return read?.status === 'completed' && read;
    }, 90_000);
    expect([round, victim, run.result, run.summary]).toEqual([
      round,
      victim,
      'passed',
      expect.objectContaining({ total: TOTAL, passed: TOTAL, failed: 0 }),
    ]);
    const {
      rows: [counted],
    } = await insist(() =>
      pool.query(
        `
      select count(*)::int as trials, count(*) filter (where result = 'passed')::int as passed, count(distinct (case_position, iteration_number))::int as distinct
      from runs.iterations where run_id = $1`,
        [runId],
      ),
    );
    expect(counted).toEqual({ trials: TOTAL, passed: TOTAL, distinct: TOTAL });
  }

  // The events of every run and every trial reach the other services once.
  const { totals } = await waitUntil(async () => {
    const {
      items: [suite],
    } = await api.get<ApiPage<EvalSuite>>('/eval-suites');
    return suite!.totals.runs === rounds.length && suite!;
  }, 60_000);
  expect(totals).toMatchObject({ runs: rounds.length, passed: rounds.length * TOTAL, failed: 0 });
}, 600_000);

test(`a call of a model is billed once after a kill at random (TEST_SEED=${testSeed})`, async () => {
  const { api, pool } = cluster;
  const serverId = await insist(() => api.saveServer('calculator', everything.url));
  const tests = [
    {
      title: 'adds',
      runs: TRIALS,
      steps: [
        { id: 'ask', kind: 'prompt', prompt: 'What is 2 + 40?' },
        assertStep('said', { type: 'responseContains', needle: '42' }),
      ],
    },
  ];
  const { suiteId } = await insist(() =>
    api.post<EvalSuiteCreated>('/eval-suites', {
      name: 'billed',
      serverIds: [serverId],
      model: 'openai/thinker',
      tests,
    }),
  );
  for (const [round, victim] of victims([...VICTIMS, 'catalog'], isSlowRun ? 2 : 1).entries()) {
    const before = model.requests.length;
    const runId = await insist(() => api.startRun({ suiteId, idempotencyKey: `billed ${round}` }));
    await delay(random() * STRIKE_MS);
    await cluster.kill(victim);
    await waitUntil(
      async () => ['completed', 'failed'].includes((await api.run(runId).catch(() => undefined))?.status ?? ''),
      90_000,
    );
    // An answered call is settled when its runner next reaches the ledger, also after the run is over.
    await waitUntil(async () => {
      const {
        rows: [ledger],
      } = await insist(() =>
        pool.query<{ trials: number; unsettled: number; calls: number }>(
          `
        select count(*)::int as trials, (select count(*)::int from catalog.model_calls where run_id = $1 and state = 'settled' and tokens > 0) as calls,
               -- The calls of attempts whose runner was killed belong to the trial, too.
               count(*) filter (where model_calls not between
                 (select count(*) from catalog.model_calls c where c.id like i.id || '.' || i.fence || '.%' and c.state = 'settled') and
                 (select count(*) from catalog.model_calls c where c.id like i.id || '.%'))::int as unsettled
        from runs.iterations i where run_id = $1 and status = 'completed'`,
          [runId],
        ),
      );
      // Counted after the ledger: a runner that lost its work may still call the model once.
      expect(ledger!.calls).toBeLessThanOrEqual(model.requests.length - before);
      return ledger!.unsettled === 0;
    }, 60_000);
  }
}, 600_000);
