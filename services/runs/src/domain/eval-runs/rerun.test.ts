import type { Run } from './run.ts';
import { rerunPreview, type IterationEnd } from './rerun.ts';

const trial = (caseId: string, status: string, result: string | null = null, evaluatorError = false): IterationEnd => ({
  caseId,
  status,
  result,
  evaluatorError,
});
const preview = (
  outcomes: IterationEnd[],
  caseIds = [...new Set(outcomes.map(({ caseId }) => caseId))],
  status: Run['status'] = 'completed',
) => rerunPreview({ id: 'run', suiteId: 'suite', status } as Run, outcomes, caseIds);
const passed = trial('a', 'completed', 'passed');

test.each([
  ['a failed trial beside a passed one', [passed, trial('a', 'completed', 'failed')], 'failed'],
  ['a failed trial beside a broken one', [trial('a', 'failed'), trial('a', 'completed', 'failed')], 'failed'],
  ['a trial that could not be judged', [passed, trial('a', 'completed', 'failed', true)], 'evaluator_error'],
  ['a trial without a result', [trial('a', 'completed')], 'evaluator_error'],
  ['a trial that took too long, beside a broken one', [trial('a', 'timed_out'), trial('a', 'failed')], 'timed_out'],
  [
    'a broken trial beside one that never began',
    [trial('a', 'failed'), trial('a', 'setup_failed')],
    'execution_failed',
  ],
  ['a trial that never began', [passed, trial('a', 'setup_failed')], 'setup_failed'],
  ['a trial that was not taken', [passed, trial('a', 'pending')], 'pending'],
  ['a trial under way', [passed, trial('a', 'running')], 'pending'],
])('%s is tried again', (_, outcomes, reason) =>
  expect(preview(outcomes)).toMatchObject({
    selectedCaseIds: ['a'],
    reasons: { [reason]: 1 },
    excluded: { passed: 0, cancelled: 0, skipped: 0 },
    rerunnable: true,
  }),
);

test.each([
  ['passed trials', [passed], 'passed'],
  ['a case that ended early', [passed, trial('a', 'skipped')], 'passed'],
  ['a trial that was cancelled', [passed, trial('a', 'cancelled')], 'cancelled'],
  ['trials that were left out', [trial('a', 'skipped')], 'skipped'],
])('%s are not tried again', (_, outcomes, excluded) =>
  expect(preview(outcomes)).toMatchObject({ selectedCaseCount: 0, excluded: { [excluded]: 1 }, rerunnable: false }),
);

test('the suite decides which cases still exist, and their order', () => {
  const outcomes = ['a', 'b', 'gone'].map((id) => trial(id, 'failed'));
  expect(preview(outcomes, ['new', 'b', 'a'])).toMatchObject({
    totalCaseCount: 3,
    selectedCaseIds: ['b', 'a'],
    selectedCaseCount: 2,
    reasons: { execution_failed: 3 },
  });
  expect(preview(outcomes, ['new'])).toMatchObject({ selectedCaseCount: 0, rerunnable: false });
});

test.each([
  ['pending', false],
  ['running', false],
  ['grading', false],
  ['completed', true],
  ['failed', true],
  ['cancelled', true],
  ['timed_out', true],
] as const)('a run that is %s can be run again: %s', (status, sourceTerminal) =>
  expect(preview([trial('a', 'failed')], ['a'], status)).toMatchObject({
    sourceStatus: status,
    sourceTerminal,
    rerunnable: sourceTerminal,
  }),
);
