import { operations } from '@assay/contract/operations';
import { unavailable } from '@assay/contract/problem';
import { bundleOfEnvironment } from '@assay/testkit/bundles-stand-in';
import { echoCase, echoTranscript, openRuns } from '../support/harness.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
beforeAll(async () => {
  runs = await openRuns();
  runs.world.suites.set('suite', {
    cases: [echoCase('a', { iterations: 3 })],
    suite: { environmentIds: ['env'] },
  });
  runs.world.suites.set('plain', { cases: [echoCase('a')] });
});
afterAll(() => runs.close());
beforeEach(async () => {
  await runs.db.pool.query(`update runs set status = 'cancelled'`);
  runs.world.bundles.environments.set('env', bundleOfEnvironment('env', 'staging'));
  runs.world.bundles.revisionRequests.length = 0;
});
afterEach(() => {
  runs.world.bundles.away = undefined;
  runs.world.bundles.revising = async () => undefined;
});

const launch = async (suiteId = 'suite', notes = 'mine') =>
  (await runs.call(operations.createEvalRun, {}, { suiteId, notes })).runId;
const read = (runId: string) => runs.call(operations.getEvalRun, { runId });
const editTo = (revision: number) =>
  runs.world.bundles.environments.set(
    'env',
    bundleOfEnvironment('env', 'renamed', { environment: { id: 'env', name: 'renamed', revision } }),
  );

test('the first lease of a run asks once for the revision of its environment', async () => {
  const runId = await launch();
  const first = await runs.lease('r', 1);
  // An edit after the first lease changes nothing: the run has begun.
  editTo(2);
  const others = await runs.lease('r');
  expect([first.length, others.length]).toEqual([1, 2]);
  expect(runs.world.bundles.revisionRequests).toEqual([['env']]);
  await runs.report([...first, ...others], () => echoTranscript('a'));
  expect(await read(runId)).toMatchObject({
    status: 'completed',
    result: 'passed',
    environment: { id: 'env', name: 'staging', revision: 1 },
  });
});

test('a waiting runner gets the next run soon after its turn went to a run that was rejected', async () => {
  const rejected = await launch();
  editTo(2);
  const next = await launch('plain');
  const begunAt = performance.now();
  expect(await runs.lease('r', 1, 10_000)).toMatchObject([{ runId: next }]);
  // Without a wake-up, the runner would look again after two seconds.
  expect(performance.now() - begunAt).toBeLessThan(1_500);
  expect(await read(rejected)).toMatchObject({ status: 'failed' });
});

test('a run without an environment asks nothing', async () => {
  await launch('plain');
  expect(await runs.lease('r')).toHaveLength(1);
  expect(runs.world.bundles.revisionRequests).toEqual([]);
});

test.each<[string, () => unknown, string]>([
  ['was edited', () => editTo(2), 'has the revision 2 now'],
  ['was archived or deleted', () => runs.world.bundles.environments.delete('env'), 'is archived or deleted now'],
])('a run is rejected when its environment %s before the first lease', async (_, change, message) => {
  const runId = await launch();
  change();
  expect(await runs.lease('r')).toEqual([]);
  expect(await read(runId)).toMatchObject({
    status: 'failed',
    result: null,
    verdict: 'notEstablished',
    stopped: { code: 'CONFLICT', message: expect.stringContaining(message) },
    notes: expect.stringMatching(/^The environment "staging" \(env\) changed .*\nmine$/),
    environment: { id: 'env', name: 'staging', revision: 1 },
    summary: { total: 0, skipped: 3 },
  });
  const { items } = await runs.call(operations.listEvalRunIterations, { runId });
  expect(items.map(({ status }) => status)).toEqual(['skipped', 'skipped', 'skipped']);
  expect(await runs.lease('r')).toEqual([]);
});

test('a run keeps waiting while the service environments is away, and others go first', async () => {
  const waiting = await launch();
  const plain = await launch('plain');
  runs.world.bundles.away = unavailable('away');
  expect(await runs.lease('r')).toEqual([]);
  expect(await read(waiting)).toMatchObject({ status: 'pending' });
  expect((await runs.lease('r')).map(({ runId }) => runId)).toEqual([plain]);
  runs.world.bundles.away = undefined;
  const leased = await runs.lease('r');
  expect(leased.map(({ runId }) => runId)).toEqual([waiting, waiting, waiting]);
  const { rows } = await runs.db.pool.query('select distinct attempts from iterations where run_id = $1', [waiting]);
  expect(rows).toEqual([{ attempts: 1 }]);
});

test('a run that another replica began meanwhile is not rejected', async () => {
  const runId = await launch();
  const [asked, edited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  runs.world.bundles.revising = () => {
    runs.world.bundles.revising = async () => undefined;
    asked.resolve();
    return edited.promise;
  };
  const late = runs.lease('late', 2);
  await asked.promise;
  expect(await runs.lease('first', 1)).toHaveLength(1);
  editTo(2);
  edited.resolve();
  expect(await late).toHaveLength(2);
  expect(await read(runId)).toMatchObject({ status: 'running', summary: { skipped: 0 } });
});

test('the runs of other projects have their turn while the service environments is away', async () => {
  const waiting = await launch();
  const other = await launch('plain');
  await runs.db.pool.query(`update runs set project_id = 'other' where id = $1`, [other]);
  runs.world.bundles.away = unavailable('away');
  const leased = [await runs.lease('r'), await runs.lease('r')].flat();
  expect(leased.map(({ runId }) => runId)).toEqual([other]);
  expect(await read(waiting)).toMatchObject({ status: 'pending' });
});

test('a lease of a run with many skills fits into one answer, and the rest follows', async () => {
  const text = 'x'.repeat(6 * 1024 * 1024);
  const skill = { skillId: 'skill', name: 'long', description: 'Long.', contentHash: 'aa', text };
  runs.world.bundles.environments.set('env', bundleOfEnvironment('env', 'staging', { skills: [skill] }));
  await launch();
  const leased = [await runs.lease('r'), await runs.lease('r'), await runs.lease('r')];
  expect(leased.map(({ length }) => length)).toEqual([2, 1, 0]);
  const { rows } = await runs.db.pool.query('select distinct attempts from iterations where status = $1', ['running']);
  expect(rows).toEqual([{ attempts: 1 }]);
});
