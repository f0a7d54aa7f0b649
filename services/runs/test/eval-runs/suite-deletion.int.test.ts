import { SuiteDeleted } from '@assay/mesh/events';
import { allOperations, operations } from '@assay/contract/operations';
import { unavailable } from '@assay/contract/problem';
import { openBus } from '@assay/kit/bus/open-bus';
import { createLog } from '@assay/kit/log';
import { eventMessage } from '@assay/testkit/events/event-message';
import { waitUntil } from '@assay/testkit/until';
import { echoCase, echoTranscript, openRuns, testCaller } from '../support/harness.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const inline = { suiteName: 'phoenix', tests: [{ title: 'hello', steps: echoCase('x').steps }], serverIds: ['srv'] };
const launch = (suiteId: string, idempotencyKey = '') => {
  runs.world.suites.set(suiteId, { cases: [echoCase('a')] });
  return runs.call(operations.createEvalRun, { idempotencyKey }, { suiteId });
};
const remove = (suiteId: string) => runs.call(operations.deleteEvalSuite, { suiteId });
const storedRuns = async (suiteId: string) =>
  (await runs.db.pool.query<{ id: string }>('select id from runs where suite_id = $1', [suiteId])).rows;
const readRun = (runId: string) => runs.call(operations.getEvalRun, { runId });
const listed = async () => (await runs.call(operations.listEvalRuns, {}, {})).items.map(({ id }) => id);
/** Publishes the event of a deletion, and waits until it was handled. */
async function travel(suiteId: string, deletedAtMs: number) {
  const event = eventMessage(SuiteDeleted, { suiteId, projectId: 'prj', deletedAtMs }, { id: `late ${suiteId}` });
  const bus = await openBus(
    { transport: 'postgres', url: runs.bus.url, retentionHours: 1 },
    createLog('test', 'silent'),
  );
  await bus.publish([event]);
  await waitUntil(async () => {
    const { rowCount } = await runs.db.pool.query('select from inbox where event_id = $1', [event.id]);
    return rowCount === 1;
  });
  await bus.close();
}

/** Every operation of this service that reads by the id of a run, of a part of one, or of a suite. */
const reads = Object.entries(allOperations).filter(
  ([id, { service, method, path }]) =>
    service === 'runs' &&
    method === 'GET' &&
    /\{(runId|suiteId|runGroupId)\}/.test(path) &&
    id !== 'getEvalRunDisclosure',
);

describe('with the answer to the deletion of a suite, and before its event has travelled,', () => {
  let target: Record<string, unknown>;
  let seenBefore: string[];
  let answer: unknown;
  beforeAll(async () => {
    runs.world.suites.set('doomed', { cases: [echoCase('a')] });
    const { runGroupId } = await runs.call(
      operations.createEvalRunGroup,
      {},
      { suiteId: 'doomed', targets: [{ arm: { name: 'one' } }, { arm: { name: 'two' } }] },
    );
    const items = await runs.lease('r');
    await runs.report(items, () => echoTranscript('a'));
    const [{ id: runId }] = (await storedRuns('doomed')) as [{ id: string }];
    const { items: trials } = await runs.call(operations.listEvalRunIterations, { runId });
    target = {
      suiteId: 'doomed',
      caseId: 'a',
      runId,
      runGroupId,
      iterationId: trials[0]!.id,
      lastEventId: '',
      waitMs: 0,
    };
    seenBefore = await listed();
    answer = await remove('doomed');
  });

  test('its rows are still there', async () => {
    expect(answer).toEqual({ id: 'doomed', deleted: true });
    expect(seenBefore).toContain(target.runId);
    expect(await storedRuns('doomed')).toHaveLength(2);
  });

  test.each(reads)('%s finds nothing', async (_id, operation) => {
    const caller = { ...testCaller, role: 'admin' as const, features: ['swarms' as const] };
    await expect(
      runs.call(operation as typeof operations.getEvalRun, target as never, {}, caller),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('lists and exports leave its runs out', async () => {
    expect(await listed()).not.toContain(target.runId);
    const { items } = await runs.call(operations.listEvalRuns, {}, { suiteId: 'doomed' });
    expect(items).toEqual([]);
    expect(JSON.stringify(await runs.call(operations.exportTraces, {}, { projectId: 'prj' }))).not.toContain('doomed');
  });

  test.each([
    ['cancelEvalRun', {}],
    ['regradeEvalRun', {}],
    ['rerunEvalRun', { scope: 'failed_cases' }],
    ['requestEvalRunJudge', {}],
    ['requestEvalRunInsights', {}],
    ['labelEvalIteration', { verdict: 'passed' }],
    ['previewEvalAssertions', { assertions: [{ type: 'responseContains', needle: 'a' }] }],
  ] as const)('%s finds nothing to work on', async (id, input) => {
    await expect(runs.call(operations[id] as never, target as never, input)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('the event deletes the rows', async () => {
    await travel('doomed', Date.now());
    expect(await storedRuns('doomed')).toEqual([]);
  });
});

test('the last report of a run is taken while the run waits to be deleted', async () => {
  const { runId } = await launch('running');
  const items = await runs.lease('r');
  await remove('running');
  expect(await runs.report(items, () => echoTranscript('a'))).toEqual([]);
  await expect(readRun(runId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await travel('running', Date.now());
  expect(await storedRuns('running')).toEqual([]);
});

test('a suite whose service is away is not deleted, and its runs stay', async () => {
  const { runId } = await launch('kept');
  runs.world.suitesAway = unavailable('The suites are away.');
  await expect(remove('kept')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  runs.world.suitesAway = undefined;
  expect(await readRun(runId)).toMatchObject({ id: runId });
  await remove('kept');
  await expect(readRun(runId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a suite that is unknown is NOT_FOUND, and hides nothing', async () => {
  const { runId } = await launch('another');
  runs.world.suites.delete('another');
  await expect(remove('another')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await readRun(runId)).toMatchObject({ id: runId });
});

test('a suite that comes back before the event of its deletion keeps its new run', async () => {
  const again = () => runs.call(operations.createEvalRun, { idempotencyKey: 'nightly' }, inline);
  const first = await again();
  const deletedAtMs = Date.now();
  await remove(first.suiteId);
  runs.world.names.delete('phoenix');
  const second = await again();
  expect([second.suiteId, second.runId]).toEqual([first.suiteId, expect.not.stringContaining(first.runId)]);
  await travel(first.suiteId, deletedAtMs);
  expect(await storedRuns(first.suiteId)).toEqual([{ id: second.runId }]);
  expect(await readRun(second.runId)).toMatchObject({ id: second.runId });
});

test('a suite that comes back has no baseline among its hidden runs', async () => {
  const report = async (passed: boolean) => {
    const results = [{ caseTitle: 'a', passed }];
    return runs.call(operations.reportEvalRun, {}, { suiteName: 'again', results });
  };
  runs.world.suites.set('suite_of_again', { cases: [] });
  const first = await report(true);
  const compared = (runId: string) => runs.call(operations.compareEvalRun, { runId }, {});
  const second = await report(false);
  expect((await compared(second.runId)).baseline).toMatchObject({ baseRunId: first.runId });
  await remove('suite_of_again');
  const third = await report(false);
  await expect(compared(third.runId)).rejects.toMatchObject({ details: { reason: 'BASELINE_NOT_FOUND' } });
});

test('the run of a reporter can be reported anew under its external id', async () => {
  const report = () =>
    runs.call(
      operations.reportEvalRun,
      {},
      { suiteName: 'ci', externalRunId: 'build-1', results: [{ caseTitle: 'a', passed: true }] },
    );
  const first = await report();
  runs.world.suites.set('suite_of_ci', { cases: [] });
  await remove('suite_of_ci');
  const second = await report();
  expect(second.runId).not.toBe(first.runId);
});
