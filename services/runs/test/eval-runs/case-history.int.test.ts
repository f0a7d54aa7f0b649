import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { operations } from '@assay/contract/operations';
import { echoCase, echoTranscript, openRuns } from '../support/harness.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

/** Runs the suite to its end; `wrong` names the trials that answer what their case does not expect, as `case.trial`. */
async function finish(suiteId: string, cases: FrozenCase[], wrong: string[] = []): Promise<string> {
  runs.world.suites.set(suiteId, { cases });
  const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId });
  const items = (await runs.lease('r')).filter((item) => item.runId === runId);
  await runs.report(items, (item) => {
    const { id } = JSON.parse(item.case.toString()) as FrozenCase;
    return echoTranscript(wrong.includes(`${id}.${item.iterationNumber}`) ? 'wrong' : id);
  });
  return runId;
}

test('the history of cases tells their outcomes run by run, and which are flaky', async () => {
  const [a, b, c] = [echoCase('a', { iterations: 2 }), echoCase('b', { iterations: 2 }), echoCase('c')];
  const first = await finish('history', [a, b], ['a.1', 'a.2']);
  const second = await finish('history', [a, b, c], ['b.2']);

  const history = await runs.call(operations.getEvalSuiteCaseHistory, { suiteId: 'history' });
  expect(history.runs).toMatchObject([
    { runId: second, runNumber: 2 },
    { runId: first, runNumber: 1 },
  ]);
  expect(history).toMatchObject({
    suiteId: 'history',
    flakyCases: 1,
    cases: [
      { testCaseId: 'a', outcomes: ['passed', 'failed'], isFlaky: false, latest: { runId: second, passed: 2 } },
      {
        testCaseId: 'b',
        outcomes: ['failed', 'passed'],
        isFlaky: true,
        latest: { outcome: 'failed', trials: ['passed', 'failed'], passed: 1, eligible: 2 },
      },
      { testCaseId: 'c', outcomes: ['passed', null], isFlaky: false, latest: { p50DurationMs: expect.any(Number) } },
    ],
  });
});

test('the history of a suite that the project does not have is not found', async () => {
  await expect(runs.call(operations.getEvalSuiteCaseHistory, { suiteId: 'elsewhere' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('failed trials of the latest runs are grouped by what failed them', async () => {
  const [x, y] = [echoCase('x', { iterations: 2 }), echoCase('y')];
  const first = await finish('causes-1', [x, y], ['x.1']);
  await finish('causes-1', [x, y], ['x.1', 'x.2']);
  await finish('causes-2', [x], ['x.2']);

  const { causes } = await runs.call(operations.listEvalFailureCauses, {});
  expect(causes.find(({ suiteIds }) => suiteIds.includes('causes-1'))).toEqual({
    stage: 'response',
    assertion: 'toolResultContains',
    reason: 'the result does not contain "x"',
    suiteIds: ['causes-1', 'causes-2'],
    cases: 1,
    failedTrials: 3,
    first: { suiteId: 'causes-1', runId: first, runNumber: 1 },
  });
});
