import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { asJson, scriptedMcp } from '@assay/testkit/mcp-servers/scripted-mcp';
import { toolCall } from '../support/api.ts';
import { startCluster, type Cluster } from '../support/cluster.ts';

const TOOL_MS = 2_000;
const SLOTS = 8;
/** How often each slot is filled in a run. */
const ROUNDS = 4;
/** The share of `n` times the rate of one runner that `n` runners reach. */
const LEAST_SHARE = 0.85;
/** A machine that is busier than this shows its own limit, and not the one of the runners. */
const BUSY = 0.8;

let cluster: Cluster;
let server: Awaited<ReturnType<typeof scriptedMcp>>;
beforeAll(async () => {
  [cluster, server] = await Promise.all([
    startCluster({ RUNNER_SLOTS: String(SLOTS) }),
    scriptedMcp({
      'tools/call': ({ id }, response) =>
        void delay(TOOL_MS).then(() =>
          asJson(response, 200, { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'done' }] } }),
        ),
    }),
  ]);
});
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
  await cluster.scaleRunners(count);
  const [before, startedAt] = [processorTime(), performance.now()];
  const runId = await cluster.api.startRun({ suiteId });
  const { summary } = await cluster.api.finishedRun(runId, 120_000);
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = processorTime();
  expect(summary).toMatchObject({ passed: count * SLOTS * ROUNDS, failed: 0 });
  return {
    perSecond: (count * SLOTS * ROUNDS) / seconds,
    busy: (after.busy - before.busy) / (after.all - before.all),
  };
}

test('1, 2 and 4 runners of a tool of 2 s do proportionally as much', async () => {
  const { assay, projectId } = cluster.api;
  const serverId = await cluster.api.saveServer('printer', server.url);
  const saveSuite = async (count: number) => {
    const test = { steps: [toolCall('call', 'printer', 'print')], runs: SLOTS };
    const tests = Array.from({ length: count * ROUNDS }, (_, i) => ({ title: `waits ${i}`, ...test }));
    return (await assay.createEvalSuite({ projectId }, { name: `for ${count}`, serverIds: [serverId], tests })).suiteId;
  };
  const forOne = await saveSuite(1);
  // The first run loads what later ones have at hand.
  await measureRunners(forOne, 1);
  const one = await measureRunners(forOne, 1);
  for (const count of [2, 4]) {
    const many = await measureRunners(await saveSuite(count), count);
    const share = many.perSecond / one.perSecond / count;
    process.stdout.write(
      `${count} runners: ${share.toFixed(2)} of ${count} × ${one.perSecond.toFixed(2)} iterations/s, `,
    );
    process.stdout.write(`the machine ${Math.round(100 * many.busy)} % busy\n`);
    if (Math.max(one.busy, many.busy) < BUSY) expect(share).toBeGreaterThanOrEqual(LEAST_SHARE);
  }
}, 400_000);
