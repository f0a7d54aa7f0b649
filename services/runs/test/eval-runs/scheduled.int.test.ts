import { ScheduleTickDue, ScheduleTickSettled, SuiteDeleted } from '@assay/mesh/events';
import { operations } from '@assay/contract/operations';
import { Problem, unavailable } from '@assay/contract/problem';
import type { Bus, BusMessage } from '@assay/kit/bus/bus';
import { openBus } from '@assay/kit/bus/open-bus';
import { createLog } from '@assay/kit/log';
import { bundleOfEnvironment } from '@assay/testkit/bundles-stand-in';
import { eventMessage } from '@assay/testkit/events/event-message';
import { waitUntil } from '@assay/testkit/until';
import { echoCase, openRuns } from '../support/harness.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
let bus: Bus;
beforeAll(async () => {
  runs = await openRuns();
  bus = await openBus({ transport: 'postgres', url: runs.bus.url, retentionHours: 1 }, createLog('test', 'silent'));
});
afterAll(async () => {
  await bus.close();
  await runs.close();
});

let events = 0;
function tickOf(
  suiteId: string,
  more: Partial<ScheduleTickDue> = {},
  time = new Date(),
): BusMessage & { tickId: string } {
  const tickId = more.tickId ?? `${suiteId}.${++events}`;
  const tick = {
    tickId,
    projectId: 'prj',
    organizationId: 'org',
    suiteId,
    dueAtMs: Date.now(),
    ...more,
  };
  return { ...eventMessage(ScheduleTickDue, tick, { time }), tickId };
}
/** The outcomes of a suite's ticks, in the order of their events. */
async function settledOf(suiteId: string): Promise<ScheduleTickSettled[]> {
  const { rows } = await runs.bus.pool.query<{ value: Buffer }>(
    `select value from messages where key = $1 and type = '${ScheduleTickSettled.type}' order by position`,
    [suiteId],
  );
  return rows.map(({ value }) => ScheduleTickSettled.codec.decode(value));
}
const settled = (suiteId: string, count: number) =>
  waitUntil(async () => {
    const found = await settledOf(suiteId);
    return found.length >= count && found;
  });
const runsOf = async (suiteId: string) =>
  (await runs.db.pool.query<{ id: string }>('select id from runs where suite_id = $1', [suiteId])).rows.map(
    ({ id }) => id,
  );
/** Resolves when all earlier events are handled. */
async function drained(): Promise<void> {
  await waitUntil(async () => Object.values(await bus.lag('runs')).every((lag) => lag === 0));
}

test('a tick runs the current suite without connecting to servers, and names the run', async () => {
  runs.world.suites.set('nightly', {
    cases: [echoCase('a'), echoCase('b', { iterations: 2 })],
    suite: { minimumAccuracy: 80 },
  });
  runs.world.unreachable = new Problem('SERVER_UNREACHABLE', 'down');
  const tick = tickOf('nightly');
  await bus.publish([tick]);
  const [told] = await settled('nightly', 1);
  runs.world.unreachable = undefined;
  const [runId] = await runsOf('nightly');
  expect(told).toEqual({
    tickId: tick.tickId,
    projectId: 'prj',
    suiteId: 'nightly',
    runId,
    errorCode: '',
    errorMessage: '',
  });
  expect(await runs.call(operations.getEvalRun, { runId: runId! })).toMatchObject({
    source: 'schedule',
    status: 'pending',
    minimumAccuracy: 80,
    summary: { total: 3 },
  });
});

test('a repeated tick makes no second run, and is settled once', async () => {
  runs.world.suites.set('twice', { cases: [echoCase('a')] });
  const tick = tickOf('twice');
  await bus.publish([tick, tick]);
  await bus.publish([tick]);
  await drained();
  expect(await runsOf('twice')).toHaveLength(1);
  await bus.publish([tickOf('twice', { dueAtMs: Date.now() + 60_000 })]);
  expect((await settled('twice', 2)).map(({ tickId }) => tickId)).toEqual([
    tick.tickId,
    expect.not.stringContaining(tick.tickId),
  ]);
});

test('a tick whose run was made before a crash finds it', async () => {
  runs.world.suites.set('crashed', { cases: [echoCase('a')] });
  const tick = tickOf('crashed', { dueAtMs: Date.now() + 60_000 });
  const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId: 'crashed' });
  await runs.db.pool.query(
    `update runs set source = 'schedule', idempotency_key = $1, request_hash = null, created_at = now() - interval '2 days' where id = $2`,
    [tick.tickId, runId],
  );
  await bus.publish([tick]);
  expect(await settled('crashed', 1)).toMatchObject([{ runId }]);
  expect(await runsOf('crashed')).toEqual([runId]);
});

test('one run settles all ticks that have piled up', async () => {
  runs.world.suites.set('piled', { cases: [echoCase('a')] });
  await bus.publish([3, 2, 1].map((hours) => tickOf('piled', { dueAtMs: Date.now() - hours * 3_600_000 })));
  const told = await settled('piled', 3);
  const [runId, ...others] = await runsOf('piled');
  expect([others, told.map((each) => each.runId)]).toEqual([[], [runId, runId, runId]]);
});

describe('a tick that cannot start a run says why', () => {
  const prompting = echoCase('a', { steps: [{ id: 'p', kind: 'prompt', prompt: 'hi' }] });
  beforeAll(() => {
    runs.world.suites.set('empty', { cases: [] });
    runs.world.suites.set('homeless', { cases: [echoCase('a')], suite: { serverIds: [] } });
    runs.world.suites.set('moved', { cases: [echoCase('a')], suite: { serverIds: ['srv_gone'] } });
    runs.world.suites.set('modelless', { cases: [prompting], suite: { model: 'openai/retired' } });
  });

  test.each([
    ['the suite is gone', 'unknown', 'NOT_FOUND', /suite/],
    ['it has no cases', 'empty', 'CONFLICT', /no cases/],
    ['it has no servers', 'homeless', 'VALIDATION_ERROR', /no saved server selection/],
    ['its server is gone', 'moved', 'VALIDATION_ERROR', /not a server of this project/],
    ['its model is gone', 'modelless', 'VALIDATION_ERROR', /openai\/retired/],
  ])('%s', async (_, suiteId, errorCode, errorMessage) => {
    const tick = tickOf(suiteId);
    await bus.publish([tick]);
    expect(await settled(suiteId, 1)).toEqual([
      {
        tickId: tick.tickId,
        projectId: 'prj',
        suiteId,
        runId: '',
        errorCode,
        errorMessage: expect.stringMatching(errorMessage),
      },
    ]);
    expect(await runsOf(suiteId)).toEqual([]);
  });

  test('at the limit of the organization; the next tick tries again, the refused one does not', async () => {
    runs.world.suites.set('busy', { cases: [echoCase('a')] });
    runs.world.maxConcurrentRuns = 0;
    const refused = tickOf('busy');
    await bus.publish([refused]);
    expect(await settled('busy', 1)).toMatchObject([
      { runId: '', errorCode: 'RATE_LIMITED', errorMessage: expect.stringMatching(/runs \d+ evals already/) },
    ]);
    runs.world.maxConcurrentRuns = 100;
    await bus.publish([refused]);
    await drained();
    expect(await runsOf('busy')).toEqual([]);
    await bus.publish([tickOf('busy')]);
    const told = await settled('busy', 2);
    expect(told[1]).toMatchObject({ runId: (await runsOf('busy'))[0], errorCode: '' });
  });
});

describe('while another service does not answer', () => {
  /** A suite that cannot be read while `away` returns a Problem. */
  let asked = 0;
  function suiteBehind(name: string, away: () => Problem | undefined): void {
    runs.world.suites.set(name, {
      get cases() {
        asked++;
        const problem = away();
        if (problem) throw problem;
        return [echoCase('a')];
      },
    });
  }
  const awayProblem = unavailable('away');

  test.each([
    ['because it is away', awayProblem],
    ['because it is too slow', new Problem('TIMEOUT', 'slow')],
  ])('%s, a tick waits for it', async (_, problem) => {
    let away: Problem | undefined = problem;
    const suiteId = `waits-${problem.code}`;
    suiteBehind(suiteId, () => away);
    asked = 0;
    await bus.publish([tickOf(suiteId)]);
    await waitUntil(() => asked >= 3);
    expect(await settledOf(suiteId)).toEqual([]);
    away = undefined;
    expect(await settled(suiteId, 1)).toMatchObject([{ runId: expect.stringMatching(/^run_/), errorCode: '' }]);
    expect(await runsOf(suiteId)).toHaveLength(1);
  });

  test('a tick that has waited too long fails, and does not stop later ticks', async () => {
    suiteBehind('lost', () => awayProblem);
    runs.world.suites.set('behind', { cases: [echoCase('a')] });
    await bus.publish([tickOf('lost', {}, new Date(Date.now() - 16 * 60_000)), tickOf('behind')]);
    expect(await settled('lost', 1)).toMatchObject([{ runId: '', errorCode: 'UNAVAILABLE', errorMessage: 'away' }]);
    expect(await settled('behind', 1)).toMatchObject([{ runId: (await runsOf('behind'))[0] }]);
  });
});

test('a deleted suite deletes only its own runs, and their runners are told to stop', async () => {
  for (const suiteId of ['doomed', 'kept']) runs.world.suites.set(suiteId, { cases: [echoCase('a')] });
  const { runId: kept } = await runs.call(operations.createEvalRun, {}, { suiteId: 'kept' });
  const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId: 'doomed' });
  const item = await waitUntil(async () => (await runs.lease('r')).find((each) => each.runId === runId));
  await bus.publish([eventMessage(SuiteDeleted, { suiteId: 'doomed', projectId: 'prj' })]);
  await waitUntil(async () => (await runsOf('doomed')).length === 0);
  expect(await runs.beat([item])).toEqual([item.iterationId]);
  await expect(runs.call(operations.getEvalRun, { runId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await runs.call(operations.getEvalRun, { runId: kept })).toMatchObject({ id: kept });
});

test('a tick launches the environment that its schedule names', async () => {
  const environmentIds = ['env_a', 'env_b'];
  for (const id of environmentIds) runs.world.bundles.environments.set(id, bundleOfEnvironment(id, id));
  runs.world.suites.set('pinned', { cases: [echoCase('a')], suite: { environmentIds } });
  await bus.publish([tickOf('pinned', { environmentId: 'env_b' })]);
  const [{ runId }] = (await settled('pinned', 1)) as [ScheduleTickSettled];
  expect(await runs.call(operations.getEvalRun, { runId })).toMatchObject({ environment: { id: 'env_b' } });
  await bus.publish([tickOf('pinned', { dueAtMs: Date.now() + 1 })]);
  expect((await settled('pinned', 2))[1]).toMatchObject({ runId: '', errorCode: 'VALIDATION_ERROR' });
});
