import type { FrozenRubric } from '../journeys/rubric.ts';
import { reportOf, scorecardOf, verdictSummaryOf, type ReportedRun } from './run-report.ts';
import type { JourneyRunSpec } from './run-spec.ts';
import type { SessionCriterion, SessionFacts } from './session.ts';
import { addTo, shareOf, type Tally } from './tally.ts';

const rubric: FrozenRubric = {
  passThreshold: 0.5,
  criteria: [
    { id: 'called', label: 'Calls', role: 'gating', kind: 'assertion', assertion: { type: 'noToolErrors' } },
    { id: 'goal', label: 'Reached', role: 'advisory', kind: 'goal', description: 'It is reached.' },
  ],
};

/**
 * Sessions by letters: p passed, f failed, e not gradable, j waits for its judge, b broke off, t timed out, s setup
 * failed, l limited, c cancelled, w waits, r under way.
 */
function sessionOf(letter: string, targetIndex: number): SessionFacts {
  const base = { targetIndex, errorCode: null, endReason: null, wasStarted: true, criteria: [], usage: null };
  const ran = (status: SessionCriterion['status'], goal: SessionCriterion['status'] = 'passed'): SessionFacts => ({
    ...base,
    lifecycle: 'ran',
    grading: goal === 'pending' ? 'queued' : 'settled',
    criteria: [
      { id: 'called', kind: 'assertion', role: 'gating', status, reason: '' },
      { id: 'goal', kind: 'goal', role: 'advisory', status: goal, reason: '' },
    ],
  });
  const over = (lifecycle: SessionFacts['lifecycle'], more: Partial<SessionFacts> = {}): SessionFacts => ({
    ...base,
    lifecycle,
    grading: 'notRequested',
    ...more,
  });
  switch (letter) {
    case 'p':
      return ran('passed');
    case 'f':
      return ran('failed');
    case 'e':
      return ran('error');
    case 'j':
      return ran('passed', 'pending');
    case 'b':
      return over('broke', { endReason: 'broke' });
    case 't':
      return over('broke', { endReason: 'timedOut' });
    case 's':
      return over('broke', { endReason: 'setupFailed' });
    case 'l':
      return over('limited', { wasStarted: false });
    case 'c':
      return over('withdrawn', { wasStarted: false });
    case 'r':
      return over('running');
    default:
      return over('pending', { wasStarted: false });
  }
}

function run(targets: string[], changes: Partial<JourneyRunSpec> = {}): ReportedRun {
  const shares = targets.flatMap((letters, i) => Array.from(letters, (letter) => shareOf(sessionOf(letter, i))));
  return {
    id: 'jrun_1',
    spec: {
      rubric,
      sessionsPerTarget: targets[0]!.length,
      targets: targets.map((_, i) => ({ targetId: `env_${i}`, modelId: 'scripted/rules' })),
      ...changes,
    } as JourneyRunSpec,
    tally: shares.reduce<Tally>((sum, share) => addTo(sum, share), {}),
  };
}

test.each<[string, string[], string, string | undefined]>([
  ['under way', ['pw'], 'notEstablished', 'executionPending'],
  ['with a judge at work', ['pj'], 'notEstablished', 'gradingPending'],
  ['with sessions under way and a judge at work', ['rj'], 'notEstablished', 'executionPending'],
  ['whose sessions passed', ['pppp'], 'passed', undefined],
  ['at its threshold', ['ppff'], 'passed', undefined],
  ['below its threshold', ['pfff'], 'failed', undefined],
  ['with one target below its threshold', ['pppp', 'pfff'], 'failed', undefined],
  ['with a cancelled session', ['pppc'], 'inconclusive', undefined],
  ['with a limited session', ['pppl'], 'inconclusive', undefined],
  ['with one crash in five', ['ppppb'], 'passed', undefined],
  ['with too many crashes', ['ppbb'], 'inconclusive', undefined],
  ['that could not be graded', ['eeee'], 'inconclusive', undefined],
])('a run %s: sessions %j are %s', (_, targets, verdict, undecided) => {
  const { decision, ...report } = reportOf(run(targets));
  expect([report.verdict, report.undecidedReason]).toEqual([verdict, undecided]);
  expect(decision?.verdict).toBe(undecided === undefined ? verdict : undefined);
  expect(report.verdictSource).toBe(decision ? 'policyV2' : 'none');
});

test('a run without a gating criterion has no verdict', () => {
  const ungraded = run(['pp'], { rubric: null });
  expect(reportOf(ungraded)).toMatchObject({ verdict: 'notEstablished', undecidedReason: 'gradingNotConfigured' });
  expect(verdictSummaryOf(ungraded, 5)).toEqual({
    status: 'notEstablished',
    reason: 'gradingNotConfigured',
    updatedAt: 5,
  });
});

test('the grading of goals adds up when every criterion is advisory', () => {
  const session = sessionOf('p', 0);
  const advisory = { ...session, criteria: session.criteria.map((each) => ({ ...each, role: 'advisory' as const })) };
  const queued = { ...advisory, grading: 'queued' as const };
  const sessions = [advisory, queued, { ...advisory, grading: 'notRequested' as const }];
  const tally = sessions.map(shareOf).reduce<Tally>((sum, share) => addTo(sum, share), {});
  expect(reportOf({ ...run(['ppp']), tally }).goalGrading).toMatchObject({
    reported: 3,
    passed: 0,
    failed: 0,
    pending: 1,
    unavailable: 0,
    notRequested: 2,
  });
});

test('a report counts sessions once, and its parts add up', () => {
  const { execution, goalGrading, observations, decision } = reportOf(run(['pfebtslc']));
  expect(execution).toEqual({
    unit: 'sessions',
    configured: 8,
    reported: 8,
    started: 6,
    notStarted: 2,
    unknown: 0,
    completed: 3,
    interrupted: 3,
    neverLaunched: false,
  });
  expect(goalGrading).toMatchObject({ reported: 3, passed: 1, failed: 1, unavailable: 1, pending: 0 });
  expect(observations).toEqual([
    expect.objectContaining({
      evaluatorId: 'called',
      role: 'required',
      total: 8,
      passed: 1,
      failed: 1,
      unavailable: 6,
    }),
  ]);
  expect(decision!.cases[0]).toMatchObject({
    caseId: 'env_0',
    configuredTrials: 8,
    attemptedTrials: 6,
    eligibleTrials: 2,
    passRate: {
      numerator: 1,
      denominator: 2,
      exclusions: {
        skipped: 1,
        cancelled: 1,
        setupFailed: 1,
        timedOut: 1,
        executionFailed: 1,
        evaluatorError: 1,
      },
    },
    completionRate: { numerator: 3, denominator: 6, exclusions: { skipped: 1, cancelled: 1 } },
  });
});

test('a run of which no session was started was never launched', () => {
  expect(reportOf(run(['cc'])).execution.neverLaunched).toBe(true);
  expect(reportOf(run(['cw'])).execution.neverLaunched).toBe(false);
});

test('a scorecard counts failed grading apart, and only a rubric has one', () => {
  expect(scorecardOf(run(['ppfejw']))).toEqual({
    runId: 'jrun_1',
    criteria: [
      {
        id: 'called',
        label: 'Calls',
        kind: 'assertion',
        passCount: 3,
        failCount: 1,
        pendingCount: 1,
        failedGradingCount: 1,
      },
      {
        id: 'goal',
        label: 'Reached',
        kind: 'goal',
        passCount: 4,
        failCount: 0,
        pendingCount: 2,
        failedGradingCount: 0,
      },
    ],
    sessionsTotal: 6,
    sessionsGraded: 3,
  });
  expect(scorecardOf(run(['p'], { rubric: null }))).toBeUndefined();
});
