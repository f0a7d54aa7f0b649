import { given } from '@assay/contract/given';
import { decideRun } from '../decisions/decide-run.ts';
import { wilsonInterval } from '../statistics/wilson.ts';
import { describeResult, describeRun, reachableOf, type TrialProgress, type WordedRun } from './run-words.ts';

const plain = (text: string) => text.replaceAll('\u202f', ' ');

/** A run that is decided by the rate of its trials, as the service shows it. */
function runOf(
  status: WordedRun['status'],
  counts: Partial<TrialProgress>,
  more: Partial<WordedRun> & { minimumAccuracy?: number; detail?: string } = {},
): WordedRun {
  const trials = { total: 83, passed: 0, failed: 0, excluded: 0, skipped: 0, ...counts };
  const { detail = null, ...rest } = more;
  const minimumAccuracy = more.minimumAccuracy ?? 90;
  const { summary, ...decided } = decideRun({
    status,
    ...trials,
    minimumAccuracy,
    undecidedDetail: detail,
    ...given({ casesWithoutGrading: more.casesWithoutGrading }),
  });
  return {
    status,
    ...decided,
    summary: { ...summary, passRateInterval: wilsonInterval(summary.passed, summary.passed + summary.failed) },
    minimumAccuracy,
    ...rest,
    trials,
    isJudgeGating: more.isJudgeGating ?? false,
    mayGrow: more.mayGrow ?? false,
  };
}

const gaps = { count: 20, total: 20, cases: [], message: 'None of the 20 cases decides.' };

const rows: [string, WordedRun, string, string][] = [
  [
    'a run below its line',
    runOf('completed', { passed: 51, failed: 32 }),
    'Failed. 51 of 83 trials passed, 61 %; the suite needs 90 %.',
    'The 95 % interval is 51–71 %, all of it below the line: this is not chance. Nothing was excluded.',
  ],
  [
    'a run whose interval ends just below the line',
    runOf('completed', { total: 16, passed: 12, failed: 4 }),
    'Failed. 12 of 16 trials passed, 75 %; the suite needs 90 %.',
    'The 95 % interval is 51–89.8 %, all of it below the line: this is not chance. Nothing was excluded.',
  ],
  [
    'a run whose interval contains the line',
    runOf('completed', { passed: 77, failed: 6 }),
    'Passed. 77 of 83 trials passed, 93 %; the suite needs 90 %.',
    'The 95 % interval is 85–97 % and contains the line: other trials could have changed the verdict. Nothing was excluded.',
  ],
  [
    'a rate that rounds to its line and is below it',
    runOf('completed', { total: 1_000, passed: 899, failed: 101 }),
    'Failed. 899 of 1 000 trials passed, 89.9 %; the suite needs 90 %.',
    'The 95 % interval is 88–92 % and contains the line: other trials could have changed the verdict. Nothing was excluded.',
  ],
  [
    'a run with exclusions',
    runOf('completed', { passed: 80, excluded: 1, skipped: 2 }),
    'Passed. 80 of 80 trials passed, 100 %; the suite needs 90 %.',
    'The 95 % interval is 95–100 %, all of it above the line: this is not chance. 1 trial is excluded and 2 were skipped; none of them counts as failed, and none is in the rate.',
  ],
  [
    'too many exclusions',
    runOf('completed', { passed: 56, excluded: 27 }, { detail: '27 of 83 trials say nothing about the server.' }),
    'Not established. Too few trials could be graded: 56 of 83 trials are graded.',
    '27 of 83 trials say nothing about the server. 27 trials are excluded; none of them counts as failed, and none is in the rate.',
  ],
  [
    'a run that its provider ended',
    runOf(
      'failed',
      { passed: 37, failed: 19, excluded: 3, skipped: 24 },
      { stopped: { code: 'PROVIDER_UNAVAILABLE', message: '3 trials in a row failed because of the provider.' } },
    ),
    'Not established. The run was stopped; 56 of 83 trials are graded.',
    '3 trials in a row failed because of the provider. 3 trials are excluded and 24 were skipped; none of them counts as failed, and none is in the rate.',
  ],
  [
    'a cancelled run',
    runOf('cancelled', { passed: 1, failed: 1, excluded: 1, skipped: 80 }),
    'Not established. The run was cancelled; 2 of 83 trials are graded.',
    '1 trial is excluded and 80 were skipped; none of them counts as failed, and none is in the rate.',
  ],
  [
    'a run that nothing decides',
    runOf('completed', { passed: 83 }, { casesWithoutGrading: gaps }),
    'Not established. No case of the run has an assertion or a judge that decides.',
    'None of the 20 cases decides.',
  ],
  [
    'a run that has not begun',
    runOf('pending', {}),
    'Waiting. None of 83 trials has begun.',
    'No verdict yet: between 0 and 83 of 83 trials can pass; the suite needs 90 %.',
  ],
  [
    'a run that cannot pass any more',
    runOf('running', { passed: 22, failed: 23 }),
    'Running. 45 of 83 trials are graded; 22 passed.',
    'No verdict yet, but it cannot pass any more: if all 38 trials that are open passed, 60 of 83 trials would pass, 72 %; the suite needs 90 %.',
  ],
  [
    'a run that cannot fail any more',
    runOf('running', { passed: 82 }),
    'Running. 82 of 83 trials are graded; 82 passed.',
    'No verdict yet, but it cannot fail any more: if the open trial failed, 82 of 83 trials would pass, 99 %; the suite needs 90 %.',
  ],
  [
    'a run that waits for its judge',
    runOf('grading', { passed: 83 }, { isJudgeGating: true }),
    'Grading. All 83 trials are in; a judge that decides has not answered yet.',
    'No verdict yet: a judge reads the trials, and its opinion decides.',
  ],
  [
    'a run whose trials are reported one after the other',
    runOf('running', { total: 5, passed: 1, failed: 4 }, { mayGrow: true }),
    'Running. 5 of 5 trials are graded; 1 passed.',
    'No verdict yet: further trials may be reported.',
  ],
];

test.each(rows)('%s is told in one sentence and with its reason', (_, run, sentence, because) => {
  const words = describeRun(run);
  expect({ sentence: plain(words.sentence), because: plain(words.because) }).toEqual({ sentence, because });
});

test.each<[WordedRun, string]>([
  [
    runOf('completed', { passed: 51, failed: 32 }),
    '51 of 83 trials passed, 61 % (95 % interval 51–71 %); the suite needs 90 %.',
  ],
  [
    runOf('completed', { passed: 80, excluded: 1, skipped: 2 }),
    '80 of 80 trials passed, 100 % (95 % interval 95–100 %); the suite needs 90 %. 1 trial is excluded and 2 were skipped; none of them counts as failed, and none is in the rate.',
  ],
  [
    runOf('completed', { passed: 83 }, { casesWithoutGrading: gaps }),
    'No case of the run has an assertion or a judge that decides. None of the 20 cases decides.',
  ],
])('a run that is over is told in one paragraph %#', (run, told) => {
  const { excluded, skipped } = run.trials;
  const shown = { ...run, ...describeRun(run), summary: { ...run.summary, excluded, skipped } };
  expect(plain(describeResult(shown))).toBe(told);
});

test('a run whose cases are decided one by one has no bounds of a rate', () => {
  const run = { ...runOf('running', { passed: 1 }), measurementUnit: 'caseVariant' as const, minimumAccuracy: null };
  expect(reachableOf(run)).toBeUndefined();
});

/** Every end of a small run, so that the bounds are compared with all that can happen. */
test('the bounds hold for every end of a run that excludes nothing', () => {
  const total = 6;
  for (let passed = 0; passed <= total; passed++)
    for (let failed = 0; passed + failed <= total; failed++) {
      const { canPass, canFail, openTrials } = reachableOf(
        runOf('running', { total, passed, failed }, { minimumAccuracy: 67 }),
      )!;
      const ends = Array.from(
        { length: openTrials + 1 },
        (_, more) =>
          runOf(
            'completed',
            { total, passed: passed + more, failed: failed + openTrials - more },
            { minimumAccuracy: 67 },
          ).verdict,
      );
      expect([canPass, canFail]).toEqual([ends.includes('passed'), ends.includes('failed')]);
    }
});
