import { setTimeout as delay } from 'node:timers/promises';
import { startEverything } from '@assay/testkit/mcp-servers';
import { saveServer, type Api } from '../api.ts';
import { alternate, median, type Figure } from '../figures.ts';
import { startHelper, type Helper } from '../helper.ts';
import type { Loop } from '../helpers/mcp-loop.ts';

const ROUNDS = 5;
const CASES = 100;
/** As many as a runner works on unless it is told otherwise. */
const SLOTS = 8;
const POLL_MS = 10;
const CLIENTS = ['sdk 1.x', 'client 2.x'] as const;

/** Cases of a model-free suite finished per second, beside a bare loop over the official client that makes the same calls. */
export async function measureThroughput(api: Api): Promise<Figure[]> {
  const server = await startEverything({ transport: 'streamableHttp' });
  const helpers = CLIENTS.map((client) => ({ client, helper: startHelper('mcp-loop') }));
  try {
    const serverId = await saveServer(api, 'everything', server.url);
    const figures: Figure[] = [];
    for (const sessions of ['iteration', 'run'] as const) {
      const suiteId = await createSuite(api, serverId, sessions);
      const rates = await alternate(ROUNDS, {
        product: () => runSuite(api, suiteId),
        ...Object.fromEntries(helpers.map(({ client, helper }) => [client, () => bareLoop(helper, { client, sessions, url: server.url, calls: CASES, slots: SLOTS })])),
      } as Record<'product' | typeof CLIENTS[number], () => Promise<number>>);
      const floor = CLIENTS.map((client) => rates[client]).sort((a, b) => median(b) - median(a))[0]!;
      figures.push({
        name: `suite of 100, a session per ${sessions}`, unit: 'cases/s', better: 'higher', product: rates.product, floor, target: { of: 'ratio', limit: 0.5 },
      });
    }
    return figures;
  } finally {
    await Promise.all([server.stop(), ...helpers.map(({ helper }) => helper.stop())]);
  }
}

const bareLoop = async (helper: Helper, loop: Loop): Promise<number> => loop.calls / await helper.ask<number>(loop) * 1_000;

async function createSuite(api: Api, serverId: string, sessionIsolation: Loop['sessions']): Promise<string> {
  const tests = Array.from({ length: CASES }, (_, i) => ({
    title: `echo ${i}`,
    steps: [
      { id: 'call', kind: 'toolCall', serverName: 'everything', toolName: 'echo', arguments: { message: `message ${i}` } },
      { id: 'check', kind: 'assert', assertion: { type: 'toolResultContains', needle: `message ${i}` } },
    ],
  }));
  const body = { name: `a session per ${sessionIsolation}`, serverIds: [serverId], sessionIsolation, tests };
  return (await api.json<{ suiteId: string }>('POST', `/projects/${api.projectId}/eval-suites`, body)).suiteId;
}

/** Runs the suite through the public API; cases per second from the request that starts the run until it is seen to be over. */
async function runSuite(api: Api, suiteId: string): Promise<number> {
  const startedAt = performance.now();
  const runs = `/projects/${api.projectId}/eval-runs`;
  const { runId } = await api.json<{ runId: string }>('POST', runs, { suiteId });
  for (;;) {
    const { status, summary } = await api.json<{ status: string; summary: { passed: number } }>('GET', `${runs}/${runId}`);
    if (status === 'completed' && summary.passed === CASES) return CASES / (performance.now() - startedAt) * 1_000;
    if (status !== 'pending' && status !== 'running') throw new Error(`The run ended ${status} with ${summary.passed} of ${CASES} cases passed.`);
    await delay(POLL_MS);
  }
}
