import { operations } from '@assay/contract/operations';
import { echoCase, openRuns } from '../support/harness.ts';
import { judgedRuns } from '../support/judged-runs.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const { suite, judged } = judgedRuns(() => runs);
const tried = (suiteId: string, body: object = {}) => runs.call(operations.tryEvalGate, { suiteId }, body);

test('a gate is held against past runs, as it is saved and as it is typed', async () => {
  suite('tried', [echoCase('a', { iterations: 10 })], { gate: Buffer.from('{"minimumPassRate":0.9}') });
  const [good, bad] = [await judged('tried', { a: 10 }), await judged('tried', { a: 5 })];

  expect(await tried('tried')).toMatchObject({
    suiteId: 'tried',
    policy: { minimumPassRate: 0.9 },
    stopped: 1,
    isTruncated: false,
    runs: [
      { runId: good, runNumber: 1, passRate: 1, outcome: 'passed', baseRunId: null },
      {
        runId: bad,
        outcome: 'failed',
        baseRunId: good,
        verdicts: [{ gate: 'minimumPassRate', status: 'failed', observed: 0.5 }],
      },
    ],
  });
  const typed = await tried('tried', { gate: { minimumPassRate: 0.4, noDeterministicRegressions: true } });
  expect(typed.runs.map(({ verdicts }) => verdicts.map(({ status }) => status))).toEqual([
    ['passed', 'usage_error'],
    ['passed', 'failed'],
  ]);
  expect(typed.stopped).toBe(1);
  expect((await tried('tried', { runs: 1 })).runs).toHaveLength(1);
});

test('a suite without a gate stops no run, and an unknown suite is not found', async () => {
  suite('free', [echoCase('a')], {});
  await judged('free', { a: 0 });
  expect(await tried('free')).toMatchObject({ policy: null, stopped: 0, runs: [{ outcome: 'passed', verdicts: [] }] });
  await expect(tried('elsewhere')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
