import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { asJson, scriptedMcp } from '@assay/testkit/mcp-servers/scripted-mcp';
import { toolCall, type Api } from '../../local/test/support/api.ts';
import { startCluster, type Cluster } from '../src/cluster/cluster.ts';

/** Long enough for a busy machine, in milliseconds. */
const START_MS = 300_000;
const TOOL_MS = 2_000;
const SLOTS = 8;
/** How often each slot is filled in a run. */
const ROUNDS = 4;
/** The share of `n` times the rate of one runner that `n` runners reach. */
const LEAST_SHARE = 0.85;
/** A machine that is busier than this shows its own limit, and not the one of the runners. */
const BUSY = 0.8;

let cluster: Cluster;
let api: Api;
let server: Awaited<ReturnType<typeof scriptedMcp>>;
beforeAll(async () => {
  [cluster, server] = await Promise.all([
    startCluster({ RUNNER_SLOTS: String(SLOTS), LEASE_MS: '15000' }),
    scriptedMcp({
      'tools/call': ({ id }, response) =>
        void delay(TOOL_MS).then(() =>
          asJson(response, 200, { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'done' }] } }),
        ),
    }),
  ]);
  api = cluster.api.waiting(START_MS);
}, START_MS);
afterAll(async () => {
  await cluster.stop();
  await server.stop();
});

/** The processor time of the machine since its start, busy and in all. */
const processorTime = () =>
  cpus().reduce(
    ({ busy, all }, { times: { idle, ...worked } }) => {
      const used = Object.values(worked).reduce((sum, each) => sum + each, 0);
      return { busy: busy + used, all: all + used + idle };
    },
    { busy: 0, all: 0 },
  );

/** Runs as many iterations as fill every slot `ROUNDS` times. */
async function measureRunners(suiteId: string, count: number): Promise<{ perSecond: number; busy: number }> {
  while (cluster.pods.of('runner').length < count) await cluster.add('runner');
  const [before, startedAt] = [processorTime(), performance.now()];
  const runId = await api.startRun({ suiteId });
  const { summary } = await api.finishedRun(runId, START_MS);
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = processorTime();
  expect(summary).toMatchObject({ passed: count * SLOTS * ROUNDS, failed: 0 });
  return {
    perSecond: (count * SLOTS * ROUNDS) / seconds,
    busy: (after.busy - before.busy) / (after.all - before.all),
  };
}

test(
  '1, 2 and 4 runners of a tool of 2 s do proportionally as much',
  async () => {
    const { assay, projectId } = api;
    const serverId = await api.saveServer('printer', server.url);
    const saveSuite = async (count: number) => {
      const test = { steps: [toolCall('call', 'printer', 'print')], runs: SLOTS };
      const tests = Array.from({ length: count * ROUNDS }, (_, i) => ({ title: `waits ${i}`, ...test }));
      return (await assay.createEvalSuite({ projectId }, { name: `for ${count}`, serverIds: [serverId], tests }))
        .suiteId;
    };
    const measure = async (count: number) => {
      const suiteId = await saveSuite(count);
      // The first run of a runner loads what later ones have at hand.
      await measureRunners(suiteId, count);
      return measureRunners(suiteId, count);
    };
    const one = await measure(1);
    for (const count of [2, 4]) {
      const many = await measure(count);
      const share = many.perSecond / one.perSecond / count;
      process.stdout.write(
        `${count} runners: ${share.toFixed(2)} of ${count} × ${one.perSecond.toFixed(2)} iterations/s, `,
      );
      process.stdout.write(`the machine ${Math.round(100 * many.busy)} % busy\n`);
      if (Math.max(one.busy, many.busy) < BUSY) expect(share).toBeGreaterThanOrEqual(LEAST_SHARE);
    }
  },
  5 * START_MS,
);
