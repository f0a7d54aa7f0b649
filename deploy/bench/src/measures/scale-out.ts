import { startEverythingServer } from '@assay/testkit/mcp-servers/everything-server';
import type { Closers } from '@assay/local/closers';
import { openApi, saveServer, type BenchApi } from '../api.ts';
import { elapsedMs } from '../clock.ts';
import { measureInTurns, type Figure } from '../figures.ts';
import { apiKeyOf, startProduct, temporaryFolder } from '../installation.ts';
import { runSuite } from '../suites.ts';

const ROUNDS = { warmUps: 1, rounds: 3 };
const CASES = 160;
const TOOL_SECONDS = 0.2;

/** Cases per second of a tool that takes 200 ms, with two runners and with one. Every service is its own process. */
export async function measureScaleOut(scope: Closers): Promise<Figure[]> {
  const server = await startEverythingServer({ transport: 'streamableHttp' });
  scope.add(server);
  return [
    {
      name: '2 runners, a tool of 200 ms; floor: 1 runner',
      unit: 'cases/s',
      better: 'higher',
      target: { of: 'ratio', limit: 1.8 },
      ...(await measureInTurns(ROUNDS, {
        product: await rateWith(2, server.url, scope),
        floor: await rateWith(1, server.url, scope),
      })),
    },
  ];
}

/** Starts an installation with this number of runners; returns a run's cases per second. */
async function rateWith(runners: number, url: string, scope: Closers): Promise<() => Promise<number>> {
  const dataDir = await temporaryFolder(scope);
  const product = await startProduct(scope, dataDir, { RUNNERS: String(runners) }, true);
  const api = await openApi(product.url, await apiKeyOf(dataDir));
  const suiteId = await createWaitingSuite(api, await saveServer(api, 'everything', url));
  return async () => (CASES / (await elapsedMs(() => runSuite(api, suiteId)))) * 1_000;
}

async function createWaitingSuite(api: BenchApi, serverId: string): Promise<string> {
  const tests = Array.from({ length: CASES }, (_, i) => ({
    title: `wait ${i}`,
    steps: [
      {
        id: 'call',
        kind: 'toolCall',
        serverName: 'everything',
        toolName: 'trigger-long-running-operation',
        arguments: { duration: TOOL_SECONDS, steps: 1 },
      },
      { id: 'check', kind: 'assert', assertion: { type: 'toolResultContains', needle: 'completed' } },
    ],
  }));
  const body = { tests, name: 'a tool that takes its time', serverIds: [serverId], sessionIsolation: 'run' };
  return (await api.json<{ suiteId: string }>('POST', `/projects/${api.projectId}/eval-suites`, body)).suiteId;
}
