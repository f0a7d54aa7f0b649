import { wilsonInterval } from '@assay/grading/statistics/wilson';
import { overviewOf, type OverviewRun } from './overview.ts';

const DAY = 24 * 60 * 60_000;
/** A run with passed and failed sessions, of which the failed ones did not meet the criterion `c`. */
const run = (id: string, day: number, passed: number, failed: number, journeyId = 'journey_1') =>
  ({
    id,
    journeyId,
    journeyName: 'Find tea',
    isJourneyArchived: false,
    waveId: 'w',
    status: 'completed',
    createdAt: new Date(day * DAY + 5),
    spec: {
      persona: { name: 'Ada' },
      targets: [{ hostName: 'Desktop', modelId: 'scripted/rules', environment: { name: 'today' } }],
      sessionsPerTarget: passed + failed,
      rubric: { criteria: [{ id: 'c', label: 'C', kind: 'goal' }] },
    },
    tally: {
      'lifecycle/ran': passed + failed,
      'verdict/passed': passed,
      'verdict/failed': failed,
      'criterion/c/failed': failed,
      graded: passed + failed,
    },
  }) as unknown as OverviewRun;

test('an overview sums sessions by day, and counts runs in a row with a failed criterion', () => {
  const { runs, goalCompletion, runsConsidered } = overviewOf([
    run('r4', 2, 1, 3),
    run('other', 2, 4, 0, 'journey_2'),
    run('r3', 2, 2, 2),
    run('r2', 1, 4, 0),
    run('r1', 1, 3, 1),
  ]);
  expect(runs.map(({ runId, findings }) => [runId, findings[0]?.failCount, findings[0]?.runStreak])).toEqual([
    ['r4', 3, 2],
    ['other', undefined, undefined],
    ['r3', 2, 1],
    ['r2', undefined, undefined],
    ['r1', 1, 1],
  ]);
  expect(runs[0]).toMatchObject({
    goalCompletion: { gradedCount: 4, passedCount: 1 },
    targets: [{ hostName: 'Desktop', environmentName: 'today' }],
  });
  expect([runsConsidered, goalCompletion]).toEqual([
    5,
    {
      gradedCount: 20,
      passedCount: 14,
      passRate: 0.7,
      interval: wilsonInterval(14, 20),
      runsWithGrades: 5,
      trend: [
        { dayStartMs: DAY, gradedCount: 8, passedCount: 7, passRate: 7 / 8, interval: wilsonInterval(7, 8) },
        { dayStartMs: 2 * DAY, gradedCount: 12, passedCount: 7, passRate: 7 / 12, interval: wilsonInterval(7, 12) },
      ],
    },
  ]);
});

test('an overview of nothing has no rate', () => {
  expect(overviewOf([]).goalCompletion).toMatchObject({ gradedCount: 0, passRate: null, trend: [] });
});
