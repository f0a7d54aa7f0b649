import type { JourneyRunSpec } from '../journey-runs/run-spec.ts';
import { assertionsOf, comparedCriteria, criteriaOfWave } from './criteria-agreement.ts';
import type { MeasuredRun } from './measures-view.ts';

const assertion = (id: string, toolName = id) => ({
  kind: 'assertion' as const,
  id,
  label: id,
  role: 'gating' as const,
  assertion: { type: 'toolNeverCalled' as const, toolName },
});
const goal = { kind: 'goal' as const, id: 'told', label: 'told', role: 'gating' as const, description: 'It tells.' };
type Criterion = ReturnType<typeof assertion> | typeof goal;

const run = (criteria: Criterion[], tally: Record<string, number>, journeyId = 'journey_1') =>
  ({
    id: 'run',
    journeyId,
    waveId: 'w',
    spec: { journeyName: journeyId, rubric: { criteria, passThreshold: 1 } } as unknown as JourneyRunSpec,
    tally,
    measures: {},
  }) satisfies MeasuredRun;

test('the runs of a journey are counted together, unless its criterion changed between them', () => {
  const criteria = criteriaOfWave([
    run([assertion('a')], { 'criterion/a/passed': 3, 'criterion/a/failed': 1 }),
    run([assertion('a')], { 'criterion/a/passed': 2, 'criterion/a/error': 5 }),
    run([assertion('a', 'other')], { 'criterion/a/failed': 4 }),
    run([goal], { 'criterion/told/passed': 1 }, 'journey_0'),
  ]);
  expect(criteria.map(({ journeyId, passed, failed }) => [journeyId, passed, failed])).toEqual([
    ['journey_0', 1, 0],
    ['journey_1', 5, 1],
    ['journey_1', 0, 4],
  ]);
  expect(assertionsOf(criteria)).toHaveLength(2);
});

test('a criterion without a rate of people says why', () => {
  const criteria = criteriaOfWave([run([assertion('a'), assertion('b'), goal], { 'criterion/a/passed': 4 })]);
  const reasons = (people: Parameters<typeof comparedCriteria>[1]) =>
    comparedCriteria(criteria, people).items.map(({ real, notMeasured }) => [real?.numerator ?? null, notMeasured]);
  expect(reasons(undefined)).toEqual([
    [null, 'notAsked'],
    [null, 'notAsked'],
    [null, 'needsJudge'],
  ]);
  const shares = [
    { passed: 3, failed: 1 },
    { passed: 0, failed: 0 },
  ];
  expect(reasons({ sessions: 4, shares })).toEqual([
    [3, null],
    [null, 'notGradable'],
    [null, 'needsJudge'],
  ]);
});

test.each<[string, people: number, conclusion: string, undecided: string | null]>([
  ['enough sessions', 20, 'agree', null],
  ['few sessions', 19, 'undecided', 'fewSessions'],
])('criteria are ranked on both sides with %s', (_, sessions, conclusion, undecided) => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const tally = Object.fromEntries(
    ids.flatMap((id, i) => [
      [`criterion/${id}/passed`, 10 + 2 * i],
      [`criterion/${id}/failed`, 20 - 2 * i],
    ]),
  );
  const shares = ids.map((_id, i) => ({ passed: 5 + 3 * i, failed: sessions - 5 - 3 * i }));
  const { ranks, gradedSessions, items } = comparedCriteria(
    criteriaOfWave([
      run(
        ids.map((id) => assertion(id)),
        tally,
      ),
    ]),
    { sessions, shares },
  );
  expect(ranks).toMatchObject({ items: 5, conclusion, undecided });
  expect(gradedSessions).toBe(sessions);
  expect(items[0]).toMatchObject({ criterionId: 'a', real: { numerator: 5 }, synthetic: { value: 1 / 3 } });
});
