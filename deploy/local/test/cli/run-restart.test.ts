import { join } from 'node:path';
import { freePort } from '@assay/postgres/free-port';
import { waitUntil } from '@assay/testkit/until';
import { launchProcess } from '../support/launch.ts';
import { assertStep, openApi, toolCall } from '../support/api.ts';
import { startHoldingServer } from '../support/holding-server.ts';
import { Launches } from '../launcher/launches.ts';

const KEY = `sk_${'k'.repeat(40)}`;
const cli = join(import.meta.dirname, '../../../../packages/cli/src/main.ts');

const launches = new Launches();
afterAll(() => launches.end());

test('a wait goes on when the platform is stopped and started again, and Ctrl-C ends it with 130', async () => {
  const holding = await startHoldingServer();
  const [folder, port] = [await launches.newFolder(), String(await freePort())];
  const env = { ASSAY_PORT: port, ASSAY_INIT_API_KEY: KEY };
  const first = await launches.start(folder, env);
  const url = await first.said('ready ');
  const api = await openApi(url, KEY);
  const serverId = await api.saveServer('printer', holding.url);
  const says = assertStep('b', { type: 'toolResultContains', needle: 'printed' });
  const tests = [{ title: 'prints', steps: [toolCall('a', 'printer', 'print'), says] }];
  await api.assay.createEvalSuite({ projectId: api.projectId }, { name: 'printer', serverIds: [serverId], tests });

  const surroundings = { ASSAY_URL: url, ASSAY_API_KEY: KEY, ASSAY_PROJECT: api.projectId, HOME: folder };
  const waiting = launchProcess(cli, surroundings, ['run', 'printer']);
  await waitUntil(() => holding.started > 0, 20_000);
  const other = launchProcess(cli, surroundings, ['run', 'watch', 'last']);
  await waitUntil(() => other.stderr.some((line) => line.startsWith('0 of 1 trials')), 20_000);
  await first.kill('SIGTERM');
  await waitUntil(() => waiting.stderr.some((line) => line.includes('still waiting')), 30_000);
  const second = await launches.start(folder, env);
  await second.said('ready ');
  await waitUntil(() => waiting.stderr.includes('The wait goes on.'), 30_000);
  expect(await other.kill('SIGINT')).toBe(130);
  // The lease of the lost runner would end later.
  const [{ id: runId } = { id: '' }] = (await api.assay.listEvalRuns({ projectId: api.projectId })).items;
  await api.assay.cancelEvalRun({ projectId: api.projectId, runId });
  const code = await waiting.exited;
  expect([code, waiting.stdout.find((line) => line.startsWith('◇'))]).toEqual([
    3,
    expect.stringContaining('◇ Not established. The run was cancelled'),
  ]);
  holding.letGo();
  await holding.stop();
}, 120_000);
