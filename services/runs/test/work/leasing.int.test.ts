import { setTimeout as delay } from 'node:timers/promises';
import { Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { WorkService, type WorkWait } from '@assay/mesh/gen/assay/v1/work';
import { waitUntil } from '@assay/testkit/until';
import { watchAll, runBench, startReplica, correctAnswer } from '../support/run-bench.ts';
import {
  askFor,
  beatOf,
  heldItem,
  testCaller,
  openRuns,
  echoTranscript,
  type RunsFixture,
} from '../support/harness.ts';

let runs: RunsFixture;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const { start, take, leased, read, cancel, iterations, expire } = runBench(() => runs);

test('an iteration has one lease at a time, with any number of runners', async () => {
  const runId = await start({ cases: 40 });
  const taken = (await Promise.all(Array.from({ length: 8 }, (_, i) => runs.lease(`r${i}`, 10))))
    .flat()
    .filter((item) => item.runId === runId);
  const left = await take(runId, 'last');
  expect(new Set([...taken, ...left].map(({ iterationId }) => iterationId)).size).toBe(40);
  expect(taken.length + left.length).toBe(40);
  await cancel(runId);
});

test('runners share the last iterations, however much each would take ahead', async () => {
  const share = async (runnerId: string, freeSlots: number, ahead?: number) =>
    (await runs.asRunner.call(WorkService.lease, { ...askFor, runnerId, freeSlots, ahead })).items.length;
  const runId = await start({ cases: 40 });
  // More than half is handed out where nothing is taken ahead.
  expect(await share('one', 24)).toBe(24);
  expect(await share('two', 12, 10)).toBe(8);
  expect(await share('one', 12, 10)).toBe(4);
  expect(await share('two', 5, 2)).toBe(3);
  expect(await share('one', 8, 8)).toBe(1);
  await cancel(runId);
});

test("a silent runner's work goes to another one, and its late report changes nothing", async () => {
  const { runId, items } = await leased({ cases: 2 });
  await expire(items);
  const again = await take(runId, 'r2');
  expect(again.map(({ iterationId }) => iterationId)).toEqual(items.map(({ iterationId }) => iterationId));
  expect(new Set([...items, ...again].map(({ fence }) => fence)).size).toBe(4);
  expect(await runs.beat(items)).toHaveLength(2);
  expect(await runs.report(items, () => echoTranscript('wrong'))).toHaveLength(2);
  expect(await runs.report(again, correctAnswer)).toEqual([]);
  expect(await runs.report(again, () => echoTranscript('wrong'))).toHaveLength(2);
  expect(await read(runId)).toMatchObject({
    status: 'completed',
    result: 'passed',
    summary: { total: 2, passed: 2, failed: 0 },
  });
});

test('a heartbeat extends the lease', async () => {
  const { runId, items } = await leased();
  await runs.db.pool.query(`update iterations set lease_until = now() + interval '50 ms' where run_id = $1`, [runId]);
  expect(await runs.beat(items)).toEqual([]);
  await delay(80);
  expect(await take(runId, 'r2')).toEqual([]);
  await cancel(runId);
});

test('work that silenced three runners fails with the platform to blame, and the run ends', async () => {
  const { runId, items } = await leased({ cases: 2 });
  await runs.report(items.slice(0, 1), correctAnswer);
  for (let attempt = 2; attempt <= 3; attempt++) {
    await expire(items);
    expect(await take(runId, `r${attempt}`)).toHaveLength(1);
  }
  await expire(items);
  expect(await take(runId, 'r4')).toEqual([]);
  await watchAll(runs);
  // The service's own watchdog may have been faster, and may still be at work.
  await waitUntil(async () => (await read(runId)).status === 'completed');
  expect(await read(runId)).toMatchObject({
    status: 'completed',
    result: null,
    verdict: 'notEstablished',
    summary: { total: 1, passed: 1, failed: 0 },
    undecided: {
      reason: 'runResultNotAVerdict',
      detail: '1 of 2 trials say nothing about the server: 1 failed with this installation.',
    },
  });
  expect((await iterations(runId))[1]).toMatchObject({
    status: 'failed',
    result: null,
    errorCode: 'RUNNER_LOST',
    failureSource: 'platform',
  });
});

test('work that a runner gives back is no failed attempt', async () => {
  const { runId, items } = await leased();
  let held = items;
  for (let i = 0; i < 5; i++) {
    expect(await runs.report(held, () => echoTranscript(''), { outcome: Outcome.CANCELLED })).toEqual([]);
    held = await take(runId, 'r2');
    expect(held).toHaveLength(1);
  }
  expect(await runs.report(held, correctAnswer)).toEqual([]);
  expect(await read(runId)).toMatchObject({ status: 'completed', result: 'passed' });
});

test('runs take turns: a small one does not wait for a large one to end', async () => {
  const [large, small] = [await start({ cases: 30 }), await start()];
  const served: string[] = [];
  for (let i = 0; i < 3; i++) served.push(...new Set((await runs.lease('r', 5)).map(({ runId }) => runId)));
  expect(served).toEqual([large, small, large]);
  for (const runId of [large, small]) await cancel(runId);
});

test('an organization with many runs takes no more turns than an organization with one', async () => {
  const many = [await start({ cases: 10 }), await start({ cases: 10 }), await start({ cases: 10 })];
  const one = await start({ cases: 10 });
  await runs.db.pool.query(`update runs set organization_id = 'org-2', project_id = 'prj-2' where id = $1`, [one]);
  const served: string[] = [];
  for (let turn = 0; turn < 6; turn++) served.push((await runs.lease('r', 2))[0]!.runId);
  expect(served.filter((runId) => runId === one)).toHaveLength(3);
  expect(new Set(served.filter((runId) => runId !== one))).toEqual(new Set(many));
  await runs.db.pool.query(`update runs set organization_id = 'org', project_id = 'prj' where id = $1`, [one]);
  for (const runId of [...many, one]) await cancel(runId);
});

test('iterations are leased by queue order, then by their order in the suite', async () => {
  const runId = await start({ cases: 3 });
  await runs.db.pool.query(
    'update iterations set queue_order = case position when 0 then 1 else 0 end where run_id = $1',
    [runId],
  );
  const taken = (await take(runId)).map((item) => JSON.parse(item.case.toString()).id);
  expect(taken).toEqual(['c1', 'c2', 'c0']);
  await cancel(runId);
});

test('a leased item has the settings of turns, the account and the sealed keys', async () => {
  const runId = await start();
  await runs.db.pool.query(
    `update runs set sealed_models = 'sealed',
     spec = (spec::jsonb || '{"keyId":"key_1","execution":{"toolApproval":"none","maxSteps":3}}')::json where id = $1`,
    [runId],
  );
  const [item] = await take(runId);
  expect(item).toMatchObject({ organizationId: 'org', projectId: 'prj' });
  expect(JSON.parse(item!.spec.toString())).toMatchObject({
    suiteId: expect.stringContaining('bench'),
    keyId: 'key_1',
    execution: { toolApproval: 'none', maxSteps: 3 },
  });
  expect(item!.sealedModels.toString()).toBe('sealed');
  await cancel(runId);
});

/** Disables the polls of waiters in this process (`NOTIFIED`), so that only a wake-up wakes them. */
function withoutPolls(): () => void {
  const { setTimeout } = globalThis;
  globalThis.setTimeout = new Proxy(setTimeout, {
    apply: (set, self, [done, ms = 0, ...more]: Parameters<typeof setTimeout>) =>
      Reflect.apply(set, self, [done, ms >= 500 && ms <= 5_000 ? 60_000 : ms, ...more]),
  });
  return () => {
    globalThis.setTimeout = setTimeout;
  };
}

test('a waiting runner on any replica gets the work of a new run at once', async () => {
  const other = await startReplica(runs);
  const withPolls = withoutPolls();
  try {
    for (const channel of [runs.asRunner, other.channel]) {
      const waiting = channel.call(WorkService.lease, { ...askFor, runnerId: 'w', freeSlots: 1, waitMs: 10_000 });
      // Answered after the lease request on the same connection: the lease request is waiting then.
      await channel.call(WorkService.beat, { runnerId: 'w', beats: [] });
      const runId = await start();
      expect((await waiting).items.map(heldItem)).toMatchObject([{ runId }]);
      await cancel(runId);
    }
  } finally {
    withPolls();
    await other.close();
  }
});

test('a waiting runner gets at once what another one gives back', async () => {
  const { runId, items } = await leased();
  const withPolls = withoutPolls();
  try {
    const waiting = runs.lease('w', 1, 10_000);
    await runs.beat([]);
    await runs.report(items, () => echoTranscript(''), { outcome: Outcome.CANCELLED });
    expect(await waiting).toMatchObject([{ runId, iterationId: items[0]!.iterationId }]);
  } finally {
    withPolls();
    await cancel(runId);
  }
});

test('a runner that stops is answered the trials that another replica is claiming for it', async () => {
  const other = await startReplica(runs);
  const runId = await start({ cases: 2 });
  const stop = () => other.channel.call(WorkService.lease, { ...askFor, runnerId: 'leaving', freeSlots: 0, waitMs: 0 });
  const slow = await runs.db.pool.connect();
  await slow.query('begin; lock table work_turns');
  // The runner cut this call off, and its replica does not know yet.
  const unheard = runs.lease('leaving', 2);
  await waitUntil(async () => (await lockWaits()) > 0);
  const stopped = stop();
  await waitUntil(async () => (await lockWaits()) > 1);
  await slow.query('commit');
  slow.release();
  const items = await unheard;
  expect((await stopped).items).toEqual(
    expect.arrayContaining(
      items.map(({ iterationId: id, fence }) => expect.objectContaining({ id, fence, task: Buffer.alloc(0) })),
    ),
  );
  await runs.report(items, correctAnswer);
  expect((await stop()).items).toEqual([]);
  expect(await read(runId)).toMatchObject({ status: 'completed' });

  const next = await start();
  expect(await runs.lease('leaving')).toEqual([]);
  expect(await take(next, 'r2')).toHaveLength(1);
  await cancel(next);
  await other.close();
});

/** How many statements wait for locks. */
const lockWaits = async () =>
  (
    await runs.db.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rowCount!;

test('a user cannot lease work', async () => {
  await expect(runs.asUser.call(WorkService.lease, askFor, { caller: testCaller })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});

test('a trial that waits for a budget says so until its runner goes on', async () => {
  const {
    runId,
    items: [item],
  } = await leased();
  const beat = async (waiting?: WorkWait) => {
    await runs.asRunner.call(WorkService.beat, { runnerId: 'r1', beats: [{ ...beatOf(item!), waiting }] });
    return (await iterations(runId))[0];
  };
  const message = 'The budget of $1 of the organization is full.';
  expect(await beat({ reason: 'budget', subjectId: 'budget_1', message })).toMatchObject({
    status: 'running',
    waitingFor: { reason: 'budget', budgetId: 'budget_1', message },
  });
  expect(await beat()).not.toHaveProperty('waitingFor');
  await beat({ reason: 'budget', subjectId: 'budget_1', message });
  await runs.report([item!], correctAnswer);
  expect((await iterations(runId))[0]).not.toHaveProperty('waitingFor');
});
