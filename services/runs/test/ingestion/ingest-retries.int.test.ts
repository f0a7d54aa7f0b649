import { ProjectDeleted } from '@assay/mesh/events';
import { operations } from '@assay/contract/operations';
import { openBus } from '@assay/kit/bus/open-bus';
import { eventMessage } from '@assay/testkit/events/event-message';
import { waitUntil } from '@assay/testkit/until';
import { testCaller, echoCase, silentLog, openRuns, type RunsFixture } from '../support/harness.ts';
import { ingestResults, reporterOf } from '../support/ingest.ts';

let runs: RunsFixture;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());
const reporter = reporterOf(() => runs);

let reports = 0;
const fresh = () => `external-${++reports}`;
const atOnce = <T>(times: number, ask: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, ask));
const countOf = async (text: string, value: string) =>
  Number((await runs.db.pool.query(`select count(*) from ${text} = $1`, [value])).rows[0].count);
const counted = async (runId: string) => ({
  iterations: await countOf('iterations where run_id', runId),
  ...(({ total, passed }) => ({ total, passed }))((await reporter.read(runId)).summary),
});

test.each([
  ['one after the other', async (send: () => Promise<object>) => [await send(), await send(), await send()]],
  ['all at once', (send: () => Promise<object>) => atOnce(8, send)],
])('a repeated report finds the first run: %s', async (_, repeatedly) => {
  const body = { externalRunId: fresh(), results: ingestResults(5, { passed: false }) };
  const replies = (await repeatedly(() => reporter.report(body))) as { runId: string; reused?: boolean }[];
  const [{ runId }] = replies as [{ runId: string }];
  expect(replies.filter(({ reused }) => !reused)).toHaveLength(1);
  for (const reply of replies)
    expect(reply).toMatchObject({ runId, status: 'completed', result: 'failed', summary: { total: 5, failed: 5 } });
  expect(await countOf('runs where external_run_id', body.externalRunId)).toBe(1);
  expect(await counted(runId)).toEqual({ iterations: 5, total: 5, passed: 0 });
  expect(await reporter.events(runId, 2)).toEqual(['RunCreated', 'RunFinished']);
});

test('concurrent starts of one run make one, under one number', async () => {
  const externalRunId = fresh();
  const replies = await atOnce(8, () => reporter.start({ externalRunId }));
  expect(new Set(replies.map(({ runId }) => runId)).size).toBe(1);
  expect(replies.filter(({ reused }) => reused)).toHaveLength(7);
});

test('concurrent starts of different runs get different numbers', async () => {
  const started = await atOnce(6, () => reporter.start({ suiteName: 'crowded', externalRunId: fresh() }));
  const numbers = await Promise.all(started.map(async ({ runId }) => (await reporter.read(runId)).runNumber));
  expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a start that is repeated after the end says that the run is over', async () => {
  const externalRunId = fresh();
  const { runId } = await reporter.report({ externalRunId, results: ingestResults(2) });
  expect(await reporter.start({ externalRunId, suiteName: 'renamed since' })).toMatchObject({
    runId,
    reused: true,
    status: 'completed',
    result: 'passed',
    summary: { total: 2 },
  });
});

test('concurrent copies of one request count once', async () => {
  const { runId } = await reporter.start({ externalRunId: fresh() });
  const replies = await atOnce(6, () => reporter.send(runId, ingestResults(20)));
  expect(replies.map(({ inserted }) => inserted).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 20]);
  for (const { inserted, skipped, total } of replies) expect([inserted + skipped, total]).toEqual([20, 20]);
  expect(await counted(runId)).toEqual({ iterations: 20, total: 20, passed: 20 });
});

test('concurrent different requests all count, without a gap in their positions', async () => {
  const { runId } = await reporter.start({ externalRunId: fresh() });
  await Promise.all(
    Array.from({ length: 5 }, (_, i) =>
      reporter.send(runId, ingestResults(10, { caseTitle: 'the same case' }, i * 10)),
    ),
  );
  const { rows } = await runs.db.pool.query(
    'select position, seq, iteration_number as number from iterations where run_id = $1 order by position',
    [runId],
  );
  expect(rows).toEqual(Array.from({ length: 50 }, (_, i) => ({ position: i, seq: i + 1, number: i + 1 })));
});

test('results without an external id count each time', async () => {
  const { runId } = await reporter.start({ externalRunId: fresh() });
  const nameless = [
    { caseTitle: 'a', passed: true },
    { caseTitle: 'a', passed: true },
  ];
  await reporter.send(runId, nameless);
  expect(await reporter.send(runId, nameless)).toEqual({ ok: true, inserted: 2, skipped: 0, total: 4 });
});

test('a report of the whole run completes a run that was left incomplete', async () => {
  const externalRunId = fresh();
  const { runId } = await reporter.start({ externalRunId });
  await reporter.send(runId, ingestResults(3));
  expect(await reporter.report({ externalRunId, results: ingestResults(5) })).toMatchObject({
    runId,
    reused: true,
    status: 'completed',
    summary: { total: 5, passed: 5 },
  });
});

test('concurrent finalizations end a run once, and answer the same', async () => {
  const { runId } = await reporter.start({ externalRunId: 'finalized' });
  await reporter.send(runId, ingestResults(2));
  const replies = await atOnce(6, () => reporter.finalize({ runId }));
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
  expect(await reporter.finalize({ externalRunId: 'finalized' })).toEqual(replies[0]);
  expect((await reporter.events(runId, 2)).filter((type) => type === 'RunFinished')).toHaveLength(1);
});

test('a request during a finalization either counts or is refused as late', async () => {
  for (let round = 0; round < 5; round++) {
    const { runId } = await reporter.start({});
    const [sent, end] = await Promise.all([
      reporter.send(runId, ingestResults(3)).catch((problem: unknown) => problem),
      reporter.finalize({ runId }),
    ]);
    const { iterations } = await counted(runId);
    expect(end.summary?.passed).toBe(iterations);
    expect(sent).toMatchObject(iterations === 0 ? { code: 'CONFLICT' } : { inserted: 3 });
  }
});

test('a finished run takes no more iterations, in any way of ending', async () => {
  const { runId: finalized } = await reporter.report({ results: ingestResults(1) });
  await expect(reporter.send(finalized, ingestResults(1))).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { status: 'completed' },
  });
  const { runId: cancelled } = await reporter.start({});
  await runs.call(operations.cancelEvalRun, { runId: cancelled });
  await expect(reporter.send(cancelled, ingestResults(1))).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { status: 'cancelled' },
  });
  await expect(reporter.finalize({ runId: cancelled })).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { status: 'cancelled' },
  });
});

test('open ingested runs take no slots of the organization', async () => {
  await reporter.start({});
  runs.world.suites.set('own', { cases: [echoCase('a')] });
  runs.world.maxConcurrentRuns = 1;
  expect(await runs.call(operations.createEvalRun, {}, { suiteId: 'own' })).toMatchObject({ status: 'pending' });
  await expect(runs.call(operations.createEvalRun, {}, { suiteId: 'own' })).rejects.toMatchObject({
    code: 'RATE_LIMITED',
  });
  expect(await reporter.start({})).toMatchObject({ status: 'running' });
});

test('external ids belong to a project, and so do its runs', async () => {
  const externalRunId = fresh();
  const { runId } = await reporter.start({ externalRunId });
  const elsewhere = { ...testCaller, projectId: 'prj_2' };
  const send = (body: object) => runs.call(operations.ingestEvalRunIterations, { projectId: 'prj_2' }, body, elsewhere);
  await expect(send({ runId, results: ingestResults(1) })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(send({ runId: 'run_none', results: ingestResults(1) })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a launched run takes no ingested results', async () => {
  runs.world.suites.set('ours', { cases: [echoCase('a')] });
  runs.world.maxConcurrentRuns = 100;
  const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId: 'ours' });
  await expect(reporter.send(runId, ingestResults(1))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(reporter.finalize({ runId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a run is deleted with its project, and none is begun in a deleted project', async () => {
  const project = { projectId: 'prj_gone' };
  const member = { ...testCaller, ...project };
  const start = () => runs.call(operations.startEvalIngestRun, project, { suiteName: 'x' }, member);
  const { runId } = await start();
  const bus = await openBus({ transport: 'postgres', url: runs.bus.url, retentionHours: 1 }, silentLog);
  await bus.publish([eventMessage(ProjectDeleted, { ...project })]);
  await waitUntil(async () => (await countOf('runs where id', runId)) === 0);
  await bus.close();
  await expect(start()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(
    runs.call(operations.ingestEvalRunIterations, project, { runId, results: ingestResults(1) }, member),
  ).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
