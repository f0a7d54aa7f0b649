import type { FrozenRubric } from '../journeys/rubric.ts';
import { reportOf, settledTargets, verdictSummaryOf, type ReportedRun } from './run-report.ts';
import { earlyStoppingOf, type JourneyRunSpec } from './run-spec.ts';
import { statusOfRun } from './run.ts';
import { summaryOf } from './run-view.ts';
import { sessionErrors, type SessionFacts } from './session.ts';
import { addTo, shareOf, type Tally } from './tally.ts';

const earlyStopping = { errorRate: 0.05, margin: 0.15 };
const rubric = (passThreshold: number, role: 'gating' | 'advisory' = 'gating'): FrozenRubric => ({
  passThreshold,
  criteria: [{ id: 'c', label: 'c', kind: 'assertion', role, assertion: { type: 'noToolErrors' } }],
});

/** Sessions by letters: p passed, f failed, b broke off, w waits, r under way, e not held as the verdict was settled. */
function sessionOf(letter: string, targetIndex: number): SessionFacts {
  const facts: SessionFacts = {
    targetIndex,
    lifecycle: 'ran',
    errorCode: null,
    endReason: 'goalReached',
    wasStarted: true,
    grading: 'settled',
    criteria: [
      { id: 'c', kind: 'assertion', role: 'gating', status: letter === 'p' ? 'passed' : 'failed', reason: '' },
    ],
    usage: null,
  };
  const without: Pick<SessionFacts, 'criteria' | 'grading' | 'endReason'> = {
    criteria: [],
    grading: 'notRequested',
    endReason: null,
  };
  switch (letter) {
    case 'b':
      return { ...facts, ...without, lifecycle: 'broke', endReason: 'broke' };
    case 'w':
      return { ...facts, ...without, lifecycle: 'pending', wasStarted: false };
    case 'r':
      return { ...facts, ...without, lifecycle: 'running' };
    case 'e':
      return {
        ...facts,
        ...without,
        lifecycle: 'withdrawn',
        errorCode: sessionErrors.settledEarly.code,
        wasStarted: false,
      };
    default:
      return facts;
  }
}

function run(targets: string[], threshold: number, changes: Partial<JourneyRunSpec> = {}): ReportedRun {
  const shares = targets.flatMap((letters, i) => Array.from(letters, (letter) => shareOf(sessionOf(letter, i))));
  return {
    id: 'jrun_1',
    spec: {
      rubric: rubric(threshold),
      earlyStopping,
      sessionsPerTarget: targets[0]!.length,
      targets: targets.map((_, i) => ({ targetId: `env_${i}`, modelId: 'scripted/rules' })),
      ...changes,
    } as JourneyRunSpec,
    tally: shares.reduce<Tally>((sum, share) => addTo(sum, share), {}),
  };
}

test.each<[string, string[], number, number[]]>([
  ['nothing is graded', ['wwww'], 0.5, []],
  ['one failure is too many for a threshold of 1', ['frwww'], 1, [0]],
  ['the rest cannot lift it', ['ffffff' + 'w'.repeat(4)], 0.5, [0]],
  ['the rest could lift it', ['ffff' + 'w'.repeat(6)], 0.5, []],
  ['what broke off says nothing', ['bbbbbb' + 'w'.repeat(4)], 0.5, []],
  ['each target stands by itself', ['fwwww', 'pwwww'], 1, [0]],
  ['nothing waits any more', ['frrrr'], 1, []],
  ['many passes prove a high rate', ['p'.repeat(22) + 'w'.repeat(28)], 0.8, [0]],
])('when %s the settled targets of %j at %d are %j', (_, targets, threshold, settled) => {
  expect(settledTargets(run(targets, threshold))).toEqual(settled);
  expect(settledTargets(run(targets, threshold, { earlyStopping: undefined }))).toEqual([]);
});

test('sessions that were not held count against nothing, and the verdict says that it came early', () => {
  const stopped = run(['feeeeeeeee', 'pppppppppp'], 1);
  const report = reportOf(stopped);
  expect(report).toMatchObject({
    verdict: 'failed',
    execution: { configured: 20, reported: 20, started: 11, notStarted: 9, completed: 11, interrupted: 0 },
    decision: {
      verdict: 'failed',
      validity: { holds: true, configuredTrials: 11, attemptedTrials: 11 },
      cases: [{ configuredTrials: 1, failedTrials: 1 }, { configuredTrials: 10 }],
    },
    earlyStopping: { ...earlyStopping, sessionsNotHeld: 9, settledTargetIds: ['env_0'] },
  });
  expect(verdictSummaryOf(stopped, 0)).toMatchObject({ status: 'decided', decision: 'failed', stoppedEarly: true });
  expect(statusOfRun(stopped.tally)).toBe('completed');
  expect(summaryOf(stopped)).toEqual({ total: 20, succeeded: 11, failed: 0, rateLimited: 0, settledEarly: 9 });
  const whole = run(['pppp'], 1);
  expect(reportOf(whole).earlyStopping).toMatchObject({ sessionsNotHeld: 0, settledTargetIds: [] });
  expect(verdictSummaryOf(whole, 0)).not.toHaveProperty('stoppedEarly');
});

test('early stopping needs a gating criterion, and has defaults', () => {
  expect(earlyStoppingOf(null, {})).toBeUndefined();
  expect(earlyStoppingOf(rubric(0.5), { earlyStopping: { margin: 0.2 } })).toEqual({ errorRate: 0.05, margin: 0.2 });
  expect(() => earlyStoppingOf(null, { earlyStopping: {} })).toThrow('/earlyStopping');
  expect(() => earlyStoppingOf(rubric(0.5, 'advisory'), { earlyStopping: {} })).toThrow('/earlyStopping');
});
