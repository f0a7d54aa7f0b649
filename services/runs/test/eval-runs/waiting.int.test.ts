import { operations } from '@assay/contract/operations';
import { leaseAs, runBench } from '../support/run-bench.ts';
import { echoCase, openRuns, testCaller, type RunsFixture } from '../support/harness.ts';

let runs: RunsFixture;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());
beforeEach(() => runs.db.pool.query('truncate runners'));

const { start, read, cancel } = runBench(() => runs);
const label = (runId: string, labels: string[]) =>
  runs.db.pool.query('update runs set runner_labels = $2 where id = $1', [runId, labels]);

test.each<[string, Parameters<typeof leaseAs>[1]]>([
  ['no label', {}],
  ['the label, in another organization', { labels: ['lab'], organizationId: 'other' }],
  ['another label', { labels: ['eu'] }],
])('a waiting run names its labels when live runners have %s', async (_, runner) => {
  await leaseAs(runs, runner);
  const runId = await start();
  await label(runId, ['lab']);
  const message = 'No live runner has the labels lab.';
  expect((await read(runId)).waitingFor).toEqual({ reason: 'runner', labels: ['lab'], runIds: [], message });
  await cancel(runId);
});

test('a run waits for a runner again when the one with its labels no longer asks', async () => {
  await leaseAs(runs, { labels: ['eu', 'lab'] });
  const runId = await start();
  await label(runId, ['lab']);
  expect(await read(runId)).not.toHaveProperty('waitingFor');
  await runs.db.pool.query(`update runners set seen_at = now() - interval '1 m'`);
  expect((await read(runId)).waitingFor).toMatchObject({ reason: 'runner' });
  await cancel(runId);
});

test('a waiting run names the runs whose trials take the slots', async () => {
  const busy = await start();
  await runs.lease('r1', 1);
  const runId = await start();
  expect((await read(runId)).waitingFor).toMatchObject({ reason: 'slots', runIds: [busy] });
  // A runner whose slots are all taken does not ask for work.
  await runs.db.pool.query(`update runners set seen_at = now() - interval '1 m'`);
  expect((await read(runId)).waitingFor).toMatchObject({ reason: 'slots', runIds: [busy] });
  for (const id of [busy, runId]) await cancel(id);
  expect(await read(runId)).not.toHaveProperty('waitingFor');
});

test('a refused launch names the runs of its project, and long waits take no slot', async () => {
  runs.world.suites.set('limited', { cases: [echoCase('a')] });
  const other = { ...testCaller, organizationId: 'busy' };
  const launch = () => runs.call(operations.createEvalRun, {}, { suiteId: 'limited' }, other);
  runs.world.maxConcurrentRuns = 1;
  const { runId } = await launch();
  await expect(launch()).rejects.toMatchObject({
    message: expect.stringContaining(runId),
    details: { reason: 'CONCURRENT_RUN_LIMIT', runIds: [runId] },
  });
  await runs.db.pool.query(`update runs set created_at = now() - interval '11 m' where id = $1`, [runId]);
  expect(await launch()).toMatchObject({ status: 'pending' });
  runs.world.maxConcurrentRuns = 100;
});

test('a run keeps the limits of its launch, from its launch and then from its first trial', async () => {
  const limits = runs.world.limits;
  const minutesLeft = async (runId: string) => {
    const { rows } = await runs.db.pool.query(
      'select round(extract(epoch from deadline_at - coalesce(started_at, created_at)) / 60)::int as minutes from runs where id = $1',
      [runId],
    );
    return rows[0].minutes as number;
  };
  runs.world.limits = { runMinutes: 45, queueMinutes: 7, maxRepetitions: 100 };
  const runId = await start();
  runs.world.limits = limits;
  expect(await minutesLeft(runId)).toBe(7);
  await leaseAs(runs, { organizationId: testCaller.organizationId });
  expect(await minutesLeft(runId)).toBe(45);
  await cancel(runId);
});

test.each<[string, object, string]>([
  ['of a suite', { suiteId: 'repeated' }, '/suiteId'],
  ['of the launch', { suiteId: 'repeated', iterationOverride: 4 }, '/iterationOverride'],
])('more repetitions than the organization allows are refused: %s', async (_, body, path) => {
  const limits = runs.world.limits;
  runs.world.suites.set('repeated', { cases: [echoCase('once'), echoCase('often', { iterations: 4 })] });
  runs.world.limits = { ...limits, maxRepetitions: 3 };
  await expect(runs.call(operations.createEvalRun, {}, body)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path }], limit: 'repetitions', allowedValue: 3, currentValue: 4 },
  });
  runs.world.limits = limits;
  expect(await runs.call(operations.createEvalRun, {}, { ...body, iterationOverride: 3 })).toHaveProperty('runId');
});
