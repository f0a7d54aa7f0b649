import { openPool, type Pool } from '@assay/kit/postgres/db';
import { freePort } from '@assay/postgres/free-port';
import { startFaultyServer, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { waitUntil } from '@assay/testkit/until';
import { toolCall, type Api, answerOf } from '../support/api.ts';
import { testLog } from '../support/installation.ts';
import { sharedInstallation, type SharedInstallation } from '../support/shared-installation.ts';

let installation: SharedInstallation;
let faulty: FaultyServer;
let suites: Pool;
let api: Api;

beforeAll(async () => {
  [installation, faulty] = await Promise.all([sharedInstallation(), startFaultyServer()]);
  ({ api } = installation);
  suites = openPool(installation.urlOf('suites'), testLog, { max: 1 });
});
afterAll(async () => {
  await suites.end();
  await faulty.stop();
});

const DAY = 24 * 60;
const scheduleOf = async (suiteId: string) =>
  (await api.assay.getEvalSuite({ projectId: api.projectId, suiteId })).schedule;
/** Makes the suite's schedule due. */
const due = (suiteId: string) =>
  suites.query(`update schedules set next_due_at = now() where suite_id = $1`, [suiteId]);

async function daily(name: string, url: string): Promise<{ suiteId: string; serverId: string }> {
  const serverId = await api.saveServer(name, url);
  const { suiteId } = await api.assay.createEvalSuite(
    { projectId: api.projectId },
    {
      name,
      serverIds: [serverId],
      tests: [{ title: 'echo', steps: [toolCall('call', name, 'echo')] }],
    },
  );
  const set = await api.assay.updateEvalSuiteSchedule(
    { projectId: api.projectId, suiteId },
    { enabled: true, intervalMinutes: DAY },
  );
  expect(set).toMatchObject({ id: suiteId, schedule: { enabled: true, intervalMinutes: DAY } });
  return { suiteId, serverId };
}

test('a suite runs by itself when its schedule is due, once, and names that run', async () => {
  const { suiteId } = await daily('up', faulty.url('/tools'));
  await due(suiteId);
  const { lastRunId, nextDueAt, lastDueAt } = await waitUntil(async () => {
    const found = await scheduleOf(suiteId);
    return found.lastRunId !== undefined && found;
  });
  expect(nextDueAt! - lastDueAt!).toBe(DAY * 60_000);
  expect(await api.finishedRun(lastRunId!)).toMatchObject({
    status: 'completed',
    result: 'passed',
    source: 'schedule',
    suiteId,
  });
  expect((await api.assay.listEvalSuiteRuns({ projectId: api.projectId, suiteId })).items).toHaveLength(1);
});

test('a run shows a server that is down; a deleted server stops the schedule with a reason', async () => {
  const { suiteId, serverId } = await daily('down', `http://127.0.0.1:${await freePort()}/mcp`);
  await due(suiteId);
  const { lastRunId } = await waitUntil(async () => {
    const found = await scheduleOf(suiteId);
    return found.lastRunId !== undefined && found;
  });
  expect(await api.finishedRun(lastRunId!)).toMatchObject({
    status: 'completed',
    result: 'failed',
    source: 'schedule',
  });

  expect(
    (await answerOf(api.assay.deleteProjectServer.withResponse({ projectId: api.projectId, serverId }))).status,
  ).toBeLessThan(300);
  await due(suiteId);
  const schedule = await waitUntil(async () => {
    const found = await scheduleOf(suiteId);
    return found.consecutiveFailures === 1 && found;
  });
  expect(schedule).toMatchObject({
    enabled: true,
    lastRunId,
    statusReason: expect.stringMatching(/^VALIDATION_ERROR: .*not a server of this project/),
  });
  const enabling = api.assay.updateEvalSuiteSchedule({ projectId: api.projectId, suiteId }, { enabled: true });
  await expect(enabling).rejects.toMatchObject({ status: 409, code: 'CONFLICT' });
});

test('a suite without a free slot waits for one, and then runs', async () => {
  const { suiteId } = await daily('patient', faulty.url('/tools'));
  const serverId = await api.saveServer('busy', faulty.url('/tools'));
  const hanging = (suiteName: string) =>
    api.startRun({
      suiteName,
      serverIds: [serverId],
      tests: [{ title: 'hang', steps: [toolCall('call', 'busy', 'hang')] }],
    });
  const busy = [await hanging('first'), await hanging('second')];
  await due(suiteId);
  const waiting = await waitUntil(async () => {
    const found = await scheduleOf(suiteId);
    return found.statusReason !== undefined && found;
  });
  expect(waiting).toMatchObject({
    enabled: true,
    consecutiveFailures: 0,
    statusReason: expect.stringMatching(/^Waits for its turn.*RATE_LIMITED/),
  });

  await Promise.all(busy.map((runId) => api.assay.cancelEvalRun({ projectId: api.projectId, runId })));
  await Promise.all(busy.map((runId) => api.finishedRun(runId)));
  await suites.query('update schedules set retry_at = now() where suite_id = $1', [suiteId]);
  const { lastRunId, ...schedule } = await waitUntil(async () => {
    const found = await scheduleOf(suiteId);
    return found.lastRunId !== undefined && found;
  });
  expect(await api.finishedRun(lastRunId!)).toMatchObject({
    status: 'completed',
    result: 'passed',
    source: 'schedule',
    suiteId,
  });
  expect(schedule).toMatchObject({
    nextDueAt: waiting.nextDueAt,
    lastDueAt: waiting.lastDueAt,
    consecutiveFailures: 0,
  });
  expect(schedule).not.toHaveProperty('statusReason');
});
