import { ProjectDeleted, RunFinished, RunRegraded } from '@assay/mesh/events';
import { eventMessage } from '@assay/testkit/events/event-message';
import { operations } from '@assay/contract/operations';
import { waitUntil } from '@assay/testkit/until';
import { runCounts } from '../support/past-run.ts';
import { draft, startTestSuites, type TestSuites } from '../support/start.ts';

let fixture: TestSuites;
beforeAll(async () => {
  fixture = await startTestSuites();
});
afterAll(() => fixture.stop());

const project = { projectId: 'prj_1' };
const create = async (target = project, changes: object = {}) =>
  (await fixture.call(operations.createEvalSuite, target, draft(changes))).suiteId;
const listed = async (suiteId: string) =>
  (await fixture.call(operations.listEvalSuites, project)).items.find(({ id }) => id === suiteId)!;

const summaryOf = (run: { total?: number; passed?: number; failed?: number }) => {
  const { total = 0, passed = 0, failed = 0 } = run;
  return runCounts({ total, passed, failed, passRate: total === 0 ? 0 : passed / total });
};
const finished = (run: Partial<RunFinished> & { runId: string; suiteId: string }) =>
  eventMessage(RunFinished, { projectId: 'prj_1', status: 'completed', summary: summaryOf(run), ...run });

test('a suite without runs says so', async () => {
  expect(await listed(await create())).toMatchObject({
    latestRun: null,
    totals: { measurementUnit: 'trial', runs: 0, passed: 0, failed: 0 },
    passRateTrend: [],
  });
});

test('finished runs are counted once, and the latest is the one that started last', async () => {
  const suiteId = await create();
  const later = finished({ runId: 'run_later', suiteId, total: 4, passed: 3, failed: 1, createdAtMs: 2_000 });
  const earlier = finished({ runId: 'run_earlier', suiteId, total: 2, passed: 0, failed: 2, createdAtMs: 1_000 });
  const cancelled = finished({
    runId: 'run_cancelled',
    suiteId,
    status: 'cancelled',
    total: 9,
    passed: 1,
    failed: 0,
    createdAtMs: 1_500,
  });
  await fixture.bus.publish([later, later, earlier, later, cancelled]);
  const suite = await waitUntil(async () => {
    const found = await listed(suiteId);
    return found.totals.runs === 3 && found;
  });
  expect(suite).toMatchObject({
    latestRun: { id: 'run_later', status: 'completed', passRate: 0.75, passed: 3, failed: 1, createdAt: 2_000 },
    totals: { runs: 3, passed: 4, failed: 3 },
    passRateTrend: [0, 0.75],
  });
});

test('a run that is graded per case is listed in case variants, and its trials in the totals', async () => {
  const suiteId = await create();
  const summary = { ...summaryOf({}), measurementUnit: 'caseVariant', total: 3, passed: 2, failed: 1, passRate: 2 / 3 };
  await fixture.bus.publish([
    finished({ runId: 'run_cases', suiteId, total: 30, passed: 25, failed: 4, createdAtMs: 1_000, summary }),
  ]);
  const suite = await waitUntil(async () => {
    const found = await listed(suiteId);
    return found.totals.runs === 1 && found;
  });
  expect(suite).toMatchObject({
    latestRun: { measurementUnit: 'caseVariant', passed: 2, failed: 1, passRate: 2 / 3 },
    totals: { measurementUnit: 'trial', passed: 25, failed: 4 },
    passRateTrend: [2 / 3],
  });
});

test('a cancelled run has no pass rate', async () => {
  const suiteId = await create();
  await fixture.bus.publish([
    finished({ runId: 'run_stopped', suiteId, status: 'cancelled', total: 9, passed: 1, createdAtMs: 1 }),
  ]);
  const suite = await waitUntil(async () => {
    const found = await listed(suiteId);
    return found.totals.runs === 1 && found;
  });
  expect(suite).toMatchObject({ latestRun: { status: 'cancelled', passRate: null }, passRateTrend: [] });
});

test('the suites and cases of a deleted project are deleted, and no others', async () => {
  const kept = await create();
  await create({ projectId: 'prj_2' }, { serverIds: ['srv_other'] });
  const countOf = async (projectId: string) =>
    (
      await fixture.pool.query('select from cases join suites on suites.id = suite_id where project_id = $1', [
        projectId,
      ])
    ).rowCount;
  expect(await countOf('prj_2')).toBe(1);
  await fixture.bus.publish([eventMessage(ProjectDeleted, { projectId: 'prj_2' })]);
  await waitUntil(
    async () => (await fixture.call(operations.listEvalSuites, { projectId: 'prj_2' })).items.length === 0,
  );
  expect([await countOf('prj_2'), (await listed(kept)).id]).toEqual([0, kept]);
});

test('a run that was graded again is corrected once, in the totals and in the trend', async () => {
  const suiteId = await create();
  const regraded = eventMessage(RunRegraded, {
    runId: 'run_anew',
    projectId: 'prj_1',
    suiteId,
    number: 1,
    result: 'failed',
    total: 4,
    passedBefore: 4,
    failedBefore: 0,
    passed: 1,
    failed: 3,
    summary: summaryOf({ total: 4, passed: 1, failed: 3 }),
  });
  await fixture.bus.publish([
    finished({ runId: 'run_other', suiteId, total: 2, passed: 2, failed: 0, createdAtMs: 1_000 }),
    finished({ runId: 'run_anew', suiteId, total: 4, passed: 4, failed: 0, createdAtMs: 2_000 }),
    regraded,
    regraded,
  ]);
  const suite = await waitUntil(async () => {
    const found = await listed(suiteId);
    return found.totals.failed > 0 && found;
  });
  expect(suite).toMatchObject({
    latestRun: { id: 'run_anew', passed: 1, failed: 3, passRate: 0.25 },
    totals: { runs: 2, passed: 3, failed: 3 },
    passRateTrend: [1, 0.25],
  });
});
