import { BUDGET_EXHAUSTED, type SessionCriterion, type SessionFacts } from './session.ts';

export type SessionVerdict = 'passed' | 'failed' | 'inconclusive' | 'notEstablished';

/** The verdict of a session, and why. */
export interface JudgedSession {
  verdict: SessionVerdict;
  reason: string;
}

/**
 * The verdict of a session. A conversation that broke off has none: that says nothing about the goal. A failed gating
 * criterion decides, also where another one could not be graded.
 */
export function verdictOf({
  lifecycle,
  errorCode,
  grading,
  criteria,
}: Pick<SessionFacts, 'lifecycle' | 'errorCode' | 'grading' | 'criteria'>): JudgedSession {
  switch (lifecycle) {
    case 'pending':
      return none('attemptPending');
    case 'running':
      return none('attemptRunning');
    case 'withdrawn':
      return none('withdrawn');
    case 'limited':
      return none(errorCode === BUDGET_EXHAUSTED ? 'spendCapReached' : 'notRun');
    case 'broke':
      return none('executionFailed');
    case 'ran':
      return gradedVerdict(grading, criteria);
  }
}

/** Whether a session passed; null without a verdict about its goal. */
export function passedOf(session: Parameters<typeof verdictOf>[0]): boolean | null {
  const { verdict } = verdictOf(session);
  return verdict === 'passed' ? true : verdict === 'failed' ? false : null;
}

const none = (reason: string): JudgedSession => ({ verdict: 'notEstablished', reason });

function gradedVerdict(grading: SessionFacts['grading'], criteria: readonly SessionCriterion[]): JudgedSession {
  if (grading === 'notRequested') return none('ungraded');
  if (grading === 'queued') return none('gradingNotClaimed');
  if (grading === 'running') return none('judgePending');
  if (grading === 'unavailable') return { verdict: 'inconclusive', reason: 'gradingUnavailable' };
  const gating = criteria.filter(({ role }) => role === 'gating');
  if (gating.length === 0) return none('ungraded');
  const has = (kind: SessionCriterion['kind'], status: SessionCriterion['status']) =>
    gating.some((each) => each.kind === kind && each.status === status);
  if (has('assertion', 'failed')) return { verdict: 'failed', reason: 'gatingCriterionFailed' };
  if (has('goal', 'failed')) return { verdict: 'failed', reason: 'judgeFailed' };
  if (has('assertion', 'error')) return { verdict: 'inconclusive', reason: 'criteriaGradingErrored' };
  if (has('goal', 'error')) return { verdict: 'inconclusive', reason: 'judgeErrored' };
  if (gating.some(({ status }) => status !== 'passed'))
    return { verdict: 'inconclusive', reason: 'gatingCriterionUnmeasured' };
  const kinds = new Set(gating.map(({ kind }) => kind));
  if (kinds.size > 1) return { verdict: 'passed', reason: 'allGradersPassed' };
  return { verdict: 'passed', reason: kinds.has('goal') ? 'judgePassed' : 'allGatingCriteriaPassed' };
}
