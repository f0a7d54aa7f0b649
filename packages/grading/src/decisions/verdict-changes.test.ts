import { caseChanges, rateChanges, type CountedCase } from './verdict-changes.ts';

const NARROW = '\u202f';
const counted = (passed: number, failed: number, more: Partial<CountedCase> = {}): CountedCase => ({
  title: `case ${passed}`,
  passed,
  failed,
  assertion: failed > 0 ? 'toolResultContains' : null,
  isRegressed: false,
  passThreshold: 0.5,
  ...more,
});
const brief = (changes: ReturnType<typeof rateChanges>) =>
  changes.map(({ kind, condition, changes: many, passed, total, verdict }) => [
    kind,
    condition,
    many,
    `${passed}/${total}`,
    verdict,
  ]);

test('a failed run is told the smallest ways to pass, and the line that it would hold', () => {
  const cases = [
    counted(60, 0),
    counted(0, 5, { title: 'refunds', assertion: 'toolSucceeded', isRegressed: true }),
    counted(0, 5, { assertion: 'toolSucceeded', isRegressed: true }),
    counted(7, 6),
  ];
  expect(brief(rateChanges(cases, 90))).toEqual([
    ['assertion', 'the 2 cases pass where toolSucceeded failed first', '2 cases, 10 trials', '77/83', 'passed'],
    ['assertion', '"case 7" passes where toolResultContains failed first', '1 case, 6 trials', '73/83', 'failed'],
    ['regressed', 'all 2 regressed cases pass again', '2 cases, 10 trials', '77/83', 'passed'],
    ['trials', '8 of the failed trials pass', '8 trials', '75/83', 'passed'],
    ['line', `the line is 80${NARROW}% or lower`, 'a change of the suite', '67/83', 'passed'],
    ['beyondDoubt', 'the whole interval is above the line', '14 trials', '81/83', 'passed'],
  ]);
});

test('regressed cases that do not suffice are completed by as many trials as are missing', () => {
  const cases = [counted(85, 0), counted(0, 5, { isRegressed: true }), counted(0, 10)];
  expect(rateChanges(cases, 95)).toContainEqual(
    expect.objectContaining({
      kind: 'regressedAndMore',
      condition: 'the 1, and 5 more trials pass',
      trials: 10,
      passed: 95,
    }),
  );
});

test('a passed run is told what would fail it, and when it would be beyond doubt', () => {
  const cases = [counted(70, 0), counted(8, 5)];
  expect(brief(rateChanges(cases, 90))).toEqual([
    ['trials', '4 more trials fail', '4 trials', '74/83', 'failed'],
    ['cases', 'every trial of "case 70" fails', '1 case, 70 trials', '8/83', 'failed'],
    ['line', `the line is 94${NARROW}% or higher`, 'a change of the suite', '78/83', 'failed'],
    ['beyondDoubt', 'the whole interval is above the line', '3 trials', '81/83', 'passed'],
  ]);
});

test('a run without a counted trial is told nothing', () => {
  expect([rateChanges([counted(0, 0)], 90), caseChanges([counted(0, 0)])]).toEqual([[], []]);
});

test('cases that are decided one by one are told the trials to their thresholds', () => {
  expect(brief(caseChanges([counted(3, 7), counted(5, 5)]))).toEqual([
    ['trials', '"case 3" reaches its threshold', '1 case, 2 trials', '2/2', 'passed'],
  ]);
  expect(brief(caseChanges([counted(9, 1), counted(6, 4)]))).toEqual([
    ['trials', '2 more trials of "case 6" fail', '2 trials', '1/2', 'failed'],
  ]);
});
