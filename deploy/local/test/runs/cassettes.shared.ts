import { startEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { waitUntil } from '@assay/testkit/until';
import { assertStep, toolCall, type Api } from '../support/api.ts';
import { sharedInstallation, type SharedInstallation } from '../support/shared-installation.ts';

let installation: SharedInstallation;
let everything: McpServerProcess;
let api: Api;

beforeAll(async () => {
  [installation, everything] = await Promise.all([
    sharedInstallation(),
    startEverythingServer({ transport: 'streamableHttp' }),
  ]);
  ({ api } = installation);
});

test('a recorded run replays without its server; a missing recording is no server failure', async () => {
  const serverId = await api.saveServer('everything', everything.url);
  const steps = [
    toolCall('sum', 'everything', 'get-sum', { a: 2, b: 40 }),
    assertStep('said', { type: 'toolResultContains', needle: '42' }),
    { id: 'ask', kind: 'prompt' as const, prompt: 'Please echo {"message":"on tape"}.' },
    assertStep('echoed', { type: 'responseContains', needle: 'Echo: on tape' }),
  ];
  const { suiteId } = await api.assay.createEvalSuite(
    { projectId: api.projectId },
    {
      name: 'taped',
      serverIds: [serverId],
      model: 'scripted/rules',
      tests: [{ title: 'plays', steps, runs: 2 }],
    },
  );
  const recorded = await api.startRun({ suiteId, cassette: { mode: 'record' } });
  expect(await api.finishedRun(recorded)).toMatchObject({ result: 'passed' });
  const cassetteId = await waitUntil(async () => (await api.run(recorded)).cassette?.cassetteId);
  await everything.stop();

  const replayed = await api.startRun({ suiteId, cassette: { mode: 'replay', cassetteId } });
  expect(await api.finishedRun(replayed)).toMatchObject({
    status: 'completed',
    result: 'passed',
    summary: { total: 2, passed: 2 },
  });
  const [first] = await api.iterations(replayed);
  const { toolCalls } = await api.trace(replayed, first!.id);
  expect(toolCalls.map(({ toolName, replayed: isReplayed }) => [toolName, isReplayed])).toEqual([
    ['get-sum', true],
    ['echo', true],
  ]);

  const more = { title: 'asks for more', steps: [toolCall('sum', 'everything', 'get-sum', { a: 1, b: 1 })] };
  await api.assay.createEvalCase({ projectId: api.projectId, suiteId }, more);
  const missed = await api.startRun({ suiteId, cassette: { mode: 'replay', cassetteId } });
  await api.finishedRun(missed);
  const failed = (await api.iterations(missed)).filter(({ status }) => status === 'failed');
  expect(failed).toMatchObject([{ title: 'asks for more', errorCode: 'CASSETTE_MISS' }]);
});
