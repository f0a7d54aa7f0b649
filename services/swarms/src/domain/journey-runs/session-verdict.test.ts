import type { SessionCriterion, SessionFacts } from './session.ts';
import { verdictOf } from './session-verdict.ts';

const STATUS = { p: 'passed', f: 'failed', e: 'error', n: 'not_applicable', w: 'pending' } as const;
/** Criteria by letters: kind `a`ssertion or `g`oal, then the status; upper case is gating. */
const criteria = (text: string): SessionCriterion[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((word, i) => ({
      id: `c${i}`,
      kind: word.toLowerCase().startsWith('a') ? 'assertion' : 'goal',
      role: word === word.toUpperCase() ? 'gating' : 'advisory',
      status: STATUS[word.at(1)!.toLowerCase() as keyof typeof STATUS],
      reason: '',
    }));

test.each<[SessionFacts['lifecycle'], string | null, string]>([
  ['pending', null, 'attemptPending'],
  ['running', null, 'attemptRunning'],
  ['withdrawn', 'canceled', 'withdrawn'],
  ['limited', 'BUDGET_EXHAUSTED', 'spendCapReached'],
  ['limited', 'PROVIDER_RATE_LIMITED', 'notRun'],
  ['broke', 'TIMEOUT', 'executionFailed'],
])('a session that is %s with %s has no verdict: %s', (lifecycle, errorCode, reason) =>
  expect(verdictOf({ lifecycle, errorCode, grading: 'notRequested', criteria: criteria('AF') })).toEqual({
    verdict: 'notEstablished',
    reason,
  }),
);

test.each<[SessionFacts['grading'], string, string]>([
  ['notRequested', '', 'notEstablished ungraded'],
  ['queued', 'AP GW', 'notEstablished gradingNotClaimed'],
  ['running', 'AF GW', 'notEstablished judgePending'],
  ['unavailable', 'AP', 'inconclusive gradingUnavailable'],
  ['settled', 'af', 'notEstablished ungraded'],
  ['settled', 'AP AP', 'passed allGatingCriteriaPassed'],
  ['settled', 'GP', 'passed judgePassed'],
  ['settled', 'AP GP', 'passed allGradersPassed'],
  ['settled', 'AP gf', 'passed allGatingCriteriaPassed'],
  ['settled', 'AP AF', 'failed gatingCriterionFailed'],
  ['settled', 'AF AE GE', 'failed gatingCriterionFailed'],
  ['settled', 'AP GF', 'failed judgeFailed'],
  ['settled', 'AP AE', 'inconclusive criteriaGradingErrored'],
  ['settled', 'AP GE', 'inconclusive judgeErrored'],
  ['settled', 'AP AN', 'inconclusive gatingCriterionUnmeasured'],
])('a conversation with grading %s and criteria %j is %s', (grading, text, expected) => {
  const { verdict, reason } = verdictOf({ lifecycle: 'ran', errorCode: null, grading, criteria: criteria(text) });
  expect(`${verdict} ${reason}`).toBe(expected);
});
