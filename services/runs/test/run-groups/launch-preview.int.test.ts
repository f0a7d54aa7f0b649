import { operations } from '@assay/contract/operations';
import { echoCase, echoTranscript, openRuns } from '../support/harness.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
beforeAll(async () => {
  runs = await openRuns();
  const prompt = [{ id: 'p', kind: 'prompt' as const, prompt: 'hi' }];
  runs.world.suites.set('suite', {
    cases: [
      echoCase('asks', { steps: prompt, iterations: 3, models: [{ model: 'scripted/rules' }] }),
      echoCase('calls', { iterations: 2 }),
    ],
    suite: { name: 'Smoke' },
  });
  runs.world.suites.set('tried', { cases: [echoCase('calls', { iterations: 2 })] });
});
afterAll(() => runs.close());

const preview = (body: object = {}, suiteId = 'suite') => runs.call(operations.previewEvalLaunch, { suiteId }, body);

test('a preview names what each target would do, and which of them would be refused and why', async () => {
  const answer = await preview({
    iterationOverride: 4,
    targets: [{ arm: { name: 'as it is' } }, { arm: { name: 'other', model: 'openai/x' } }],
  });
  expect(answer).toMatchObject({
    suiteId: 'suite',
    suiteName: 'Smoke',
    openRuns: { open: 0, limit: 100 },
    targets: [
      {
        target: { name: 'as it is' },
        servers: [{ name: 'everything' }],
        models: [{ id: 'scripted/rules' }],
        iterations: 8,
        maxModelCalls: 4 * 20,
        price: { usualUsd: null, dearestUsd: null },
        expectedDurationMs: null,
      },
      { target: { name: 'other' }, refusal: { code: 'VALIDATION_ERROR', path: '/arm/model' } },
    ],
  });
  expect(answer).not.toHaveProperty('refusal');
  expect((await runs.db.pool.query('select from runs')).rowCount).toBe(0);
});

test('the preview of a schedule says what each of its ticks costs, and a month of them', async () => {
  const schedule = await runs.call(operations.previewEvalSuiteSchedule, { suiteId: 'suite' }, { cron: '0 3 * * *' });
  expect(schedule).toMatchObject({
    tick: { trials: 5, expectedDurationMs: null, price: { usualUsd: null } },
    month: { ticks: 30, trials: 150, usualUsd: null },
  });
});

test('an archived suite is refused by its preview and by a launch', async () => {
  runs.world.suites.set('old', { cases: [echoCase('calls')], suite: { archived: true } });
  const refusal = { code: 'CONFLICT', details: { reason: 'SUITE_ARCHIVED' } };
  await expect(preview({}, 'old')).rejects.toMatchObject(refusal);
  await expect(runs.call(operations.createEvalRun, {}, { suiteId: 'old' })).rejects.toMatchObject(refusal);
  const schedule = await runs.call(operations.previewEvalSuiteSchedule, { suiteId: 'old' }, { cron: '0 3 * * *' });
  expect(schedule.tick).toEqual({
    refusal: { code: 'CONFLICT', message: expect.stringContaining('archived'), reason: 'SUITE_ARCHIVED' },
  });
  await expect(runs.call(operations.getEvalRunDisclosure, { suiteId: 'old' }, {})).rejects.toMatchObject(refusal);
});

test('a preview of targets of several kinds says that one launch cannot have them', async () => {
  expect(await preview({ targets: [{ arm: { name: 'a' } }, { namedHostId: 'nobody' }] })).toMatchObject({
    refusal: { reason: 'HETEROGENEOUS_TARGETS', path: '/targets' },
    targets: [{ iterations: 5 }, { refusal: { code: expect.any(String) } }],
  });
});

test('a preview says that a budget is used up, beside what the launch would do', async () => {
  runs.world.models.refusal = {
    budgetId: 'b',
    scope: 'suite',
    scopeId: 'suite',
    resetsAtMs: 0,
    message: 'The budget is used up.',
    underWay: false,
  };
  expect(await preview()).toMatchObject({
    targets: [{ iterations: 5, refusal: { reason: 'BUDGET_EXHAUSTED', message: 'The budget is used up.' } }],
  });
  runs.world.models.refusal = undefined;
});

test('a preview expects the pace of the last runs', async () => {
  const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId: 'tried' });
  await runs.report(await runs.lease('r'), () => echoTranscript('calls'));
  expect((await runs.call(operations.getEvalRun, { runId }, {})).status).toBe('completed');
  await runs.db.pool.query("update runs set started_at = completed_at - interval '2 s' where id = $1", [runId]);
  expect((await preview({ iterationOverride: 10 }, 'tried')).targets).toMatchObject([
    { iterations: 10, expectedDurationMs: 10_000, price: { usualUsd: 0, dearestUsd: 0 } },
  ]);
});
