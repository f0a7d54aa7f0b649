import { TRIAL_MARKS, type TrialMark } from '@assay/contract/areas/eval-runs/run-cases';
import { countDecision, earlierTrialsOf, type CaseEnds } from './decision-counts.ts';

const markOf = (mark: TrialMark) => TRIAL_MARKS.indexOf(mark as (typeof TRIAL_MARKS)[number]);
const caseOf = (outcome: CaseEnds['outcome'], marks: TrialMark[], open = 0): CaseEnds => ({
  title: outcome,
  trials: marks.length + open,
  open,
  ends: marks.map((mark, position) => position * 16 + markOf(mark)),
  outcome,
  assertion: null,
  isRegressed: null,
  passThreshold: 1,
});

test('each step has the trials that the step before kept, and says how many it leaves out', () => {
  const { steps, leftOut, cases } = countDecision([
    caseOf('passed', ['passed', 'passed', 'provider']),
    caseOf('failed', ['passed', 'failed', 'broken', 'evaluator'], 1),
    caseOf('undecided', ['skipped', 'settled', 'cancelled', 'cassette', 'platform']),
  ]);
  expect(steps).toEqual({
    configured: { trials: 13, fewest: 3, most: 5 },
    tried: { trials: 9, leftOut: 4 },
    counted: { trials: 5, leftOut: 4 },
    passed: { trials: 3, failed: 2 },
    cases: { total: 3, passed: 1, failed: 1, undecided: 1, open: 0, mixed: 1 },
  });
  expect(leftOut.map(({ reason, trials, cases: of }) => [reason, trials, of])).toEqual([
    ['provider', 1, 1],
    ['platform', 1, 1],
    ['cassette', 1, 1],
    ['evaluator', 1, 1],
    ['skipped', 2, 1],
    ['cancelled', 1, 1],
  ]);
  expect(cases[1]).toMatchObject({ passed: 1, failed: 2 });
});

test('a run without cases has no trial at any step', () => {
  expect(countDecision([]).steps).toMatchObject({
    configured: { trials: 0, fewest: 0, most: 0 },
    cases: { total: 0 },
  });
});

test('trials of earlier runs that were not needed are among the skipped ones', () => {
  const marks = [
    { mark: markOf('skipped'), count: 2 },
    { mark: markOf('settled'), count: 3 },
    { mark: markOf('provider'), count: 4 },
  ];
  expect([earlierTrialsOf('skipped', marks), earlierTrialsOf('provider', marks)]).toEqual([5, 4]);
});
