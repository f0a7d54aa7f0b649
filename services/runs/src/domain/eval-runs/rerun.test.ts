import type { RerunScope } from '@assay/contract/areas/eval-runs/rerun';
import type { Run } from './run.ts';
import { rerunPreview, type IterationEnd } from './rerun.ts';

const trial = (
  caseId: string,
  status: string,
  result: string | null = null,
  evaluatorError = false,
  more: Partial<IterationEnd> = {},
): IterationEnd => ({
  caseId,
  status,
  result,
  blame: null,
  evaluatorError,
  isSettledEarly: false,
  ...more,
});
const preview = (
  outcomes: IterationEnd[],
  caseIds = [...new Set(outcomes.map(({ caseId }) => caseId))],
  status: Run['status'] = 'completed',
  scope: RerunScope = 'failed_cases',
) => rerunPreview({ id: 'run', suiteId: 'suite', status } as Run, scope, outcomes, caseIds);
const previewExcluded = (outcomes: IterationEnd[]) => preview(outcomes, undefined, 'completed', 'excluded');
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

const failed = trial('a', 'completed', 'failed');

test.each<[string, IterationEnd[], string]>([
  ['a trial that its provider ended', [passed, trial('a', 'failed', null, false, { blame: 'provider' })], 'provider'],
  [
    'a trial that the platform ended',
    [failed, trial('a', 'timed_out', null, false, { blame: 'platform' })],
    'platform',
  ],
  ['a call that a cassette does not know', [trial('a', 'failed', null, false, { blame: 'cassette' })], 'cassette'],
  ['a trial that could not be judged', [failed, trial('a', 'completed', 'failed', true)], 'evaluator_error'],
  ['a trial that was cancelled', [failed, trial('a', 'cancelled')], 'cancelled'],
  ['a trial that was left out', [passed, trial('a', 'skipped')], 'skipped'],
  ['a trial that was not taken', [trial('a', 'pending')], 'pending'],
])('%s is tried again with the scope of what has no verdict', (_, outcomes, reason) =>
  expect(previewExcluded(outcomes)).toMatchObject({
    scope: 'excluded',
    selectedCaseIds: ['a'],
    reasons: { [reason]: 1 },
    excluded: { passed: 0 },
  }),
);

test.each<[string, IterationEnd[], string]>([
  ['a passed case', [passed], 'passed'],
  ['a case that ended early', [passed, trial('a', 'skipped', null, false, { isSettledEarly: true })], 'passed'],
  ['a case that failed', [passed, failed], 'failed'],
  ['a case that its server ended', [trial('a', 'timed_out', null, false, { blame: 'server' })], 'failed'],
])('%s is left out of a rerun of what has no verdict', (_, outcomes, excluded) =>
  expect(previewExcluded(outcomes)).toMatchObject({
    selectedCaseCount: 0,
    excluded: { [excluded]: 1 },
    rerunnable: false,
  }),
);
