import { startFaultyServer, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { waitUntil } from '@assay/testkit/until';
import { toolCall, type Api, answerOf } from '../support/api.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

let installation: Installation;
let faulty: FaultyServer;
let api: Api;

beforeAll(async () => {
  [installation, faulty] = await Promise.all([startInstallation({ RUNNER_SLOTS: '2' }), startFaultyServer()]);
  ({ api } = installation);
});
afterAll(async () => {
  await installation.stop();
  await faulty.stop();
});

test('a cancel aborts calls, keeps results, can be repeated, and ends no finished run', async () => {
  const id = await api.saveServer('faulty', faulty.url('/tools'));
  const step = (tool: string) => [toolCall('call', 'faulty', tool)];
  const { suiteId } = await api.assay.createEvalSuite(
    { projectId: api.projectId },
    {
      name: 'hangs',
      serverIds: [id],
      tests: [
        { title: 'quick', steps: step('echo') },
        ...['a', 'b', 'c'].map((title) => ({ title, steps: step('hang') })),
      ],
    },
  );
  const runId = await api.startRun({ suiteId });
  await waitUntil(() => faulty.calls.hang.started === 2);
  await waitUntil(async () => (await api.run(runId)).summary.passed === 1);

  const cancelled = await api.assay.cancelEvalRun({ projectId: api.projectId, runId });
  expect(cancelled).toMatchObject({
    status: 'cancelled',
    result: null,
    verdict: 'notEstablished',
    summary: { passed: 1 },
  });
  await waitUntil(() => faulty.calls.hang.cancelled === 2, 20_000);
  expect(await api.assay.cancelEvalRun({ projectId: api.projectId, runId }, {})).toEqual(cancelled);
  expect((await api.iterations(runId)).map(({ status, result }) => [status, result])).toEqual([
    ['completed', 'passed'],
    ['cancelled', null],
    ['cancelled', null],
    ['cancelled', null],
  ]);
  expect(faulty.calls.hang.started).toBe(2);

  const done = await api.finishedRun(
    await api.startRun({ suiteId, caseIds: [(await api.iterations(runId))[0]!.testCaseId!] }),
  );
  expect(done).toMatchObject({ status: 'completed', runNumber: 2 });
  expect(
    await answerOf(api.assay.cancelEvalRun.withResponse({ projectId: api.projectId, runId: done.id })),
  ).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT', details: { status: 'completed' } },
  });
});
