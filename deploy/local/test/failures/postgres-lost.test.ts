import { startFaultyServer, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { waitUntil } from '@assay/testkit/until';
import { toolCall, type Api, answerOf, type MetAnswer } from '../support/api.ts';
import { startOnOwnPostgres, type OnOwnPostgres } from '../support/own-postgres.ts';

const TRIALS = 30;

let platform: OnOwnPostgres;
let faulty: FaultyServer;
let api: Api;

beforeAll(async () => {
  [platform, faulty] = await Promise.all([startOnOwnPostgres({ LEASE_MS: '3000' }), startFaultyServer()]);
  ({ api } = platform);
});
afterAll(async () => {
  await platform.stop();
  await faulty.stop();
});

/** Callers that send requests continuously: some read, some write. */
function load(runId: string) {
  const answers: MetAnswer<{ id?: string }>[] = [];
  const stopping = new AbortController();
  const insist = async (ask: () => Promise<MetAnswer<object>>) => {
    while (!stopping.signal.aborted) answers.push(await ask());
  };
  const callers = [
    () => answerOf(api.assay.getMe.withResponse()),
    () => answerOf(api.assay.getEvalRun.withResponse({ projectId: api.projectId, runId })),
    () => answerOf(api.assay.listEvalRunIterations.withResponse({ projectId: api.projectId, runId })),
    () => answerOf(api.assay.createProject.withResponse({ name: 'under load' })),
  ].map(insist);
  return {
    answers,
    failures: () => answers.filter(({ status }) => status >= 300),
    lastAreFine: (count: number) =>
      answers.length >= count && answers.slice(-count).every(({ status }) => status < 300),
    stop: async () => {
      stopping.abort();
      await Promise.all(callers);
    },
  };
}

test('without Postgres requests fail cleanly, then work goes on with nothing lost or doubled', async () => {
  const serverId = await api.saveServer('faulty', faulty.url('/tools'));
  const { suiteId } = await api.assay.createEvalSuite(
    { projectId: api.projectId },
    {
      name: 'slow',
      serverIds: [serverId],
      tests: Array.from({ length: 3 }, (_, i) => ({
        title: `slow ${i}`,
        steps: [toolCall('call', 'faulty', 'slow', { milliseconds: 500 })],
        runs: TRIALS / 3,
      })),
    },
  );
  const runId = await api.startRun({ suiteId });
  const callers = load(runId);
  await waitUntil(() => faulty.calls.slow.started >= 8 && callers.lastAreFine(40));
  expect(callers.failures()).toEqual([]);

  await platform.postgres.stop();
  // Longer than a call takes, so that results come in while they cannot be stored.
  const awayAt = performance.now();
  await waitUntil(() => callers.failures().length > 40 && performance.now() - awayAt > 1_000);
  await platform.postgres.start();
  await waitUntil(() => callers.lastAreFine(100), 20_000);
  const run = await api.finishedRun(runId, 30_000);
  await callers.stop();

  // On a stalled machine the lookup of a caller may time out.
  const told = callers.failures().filter((each) => each.body.code !== 'TIMEOUT');
  expect(told.length).toBeGreaterThan(5);
  for (const { status, body, retryAfter } of told) {
    expect([status, body, retryAfter]).toEqual([
      503,
      { code: 'UNAVAILABLE', message: expect.stringMatching(/try again shortly/) },
      1,
    ]);
  }
  expect(run).toMatchObject({
    status: 'completed',
    result: 'passed',
    summary: { total: TRIALS, passed: TRIALS, failed: 0 },
  });
  expect(
    (await api.iterations(runId)).filter(({ status, result }) => status === 'completed' && result === 'passed'),
  ).toHaveLength(TRIALS);

  const acknowledged = callers.answers.flatMap(({ status, body }) => (status === 201 ? [body.id!] : []));
  const kept = new Set(
    (await platform.pool.query<{ id: string }>('select id from catalog.projects')).rows.map(({ id }) => id),
  );
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);

  const shown = await waitUntil(async () => {
    const {
      items: [suite],
    } = await api.assay.listEvalSuites({ projectId: api.projectId });
    return suite!.totals.runs > 0 && suite!;
  });
  expect(shown).toMatchObject({ latestRun: { id: runId }, totals: { runs: 1, passed: TRIALS, failed: 0 } });
}, 120_000);
