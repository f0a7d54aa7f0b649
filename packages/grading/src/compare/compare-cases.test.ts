import { caseFacts, scorerFacts, sideFacts } from '../../test/sides.ts';
import { compareCases } from './compare-cases.ts';
import { numericDiff } from './numeric-diff.ts';
import type { CaseFacts } from './sides.ts';

const compared = (was: CaseFacts | undefined, is: CaseFacts | undefined) =>
  compareCases(sideFacts(was ? [was] : []), sideFacts(is ? [is] : [])).cases[0]!;

test.each([
  ['passed both times', caseFacts('a', 5, 0), caseFacts('a', 5, 0), 'unchanged_passed', 'withinNoise'],
  ['failed both times', caseFacts('a', 4, 1), caseFacts('a', 0, 5), 'unchanged_failed', 'regression'],
  ['failed once more, which says little', caseFacts('a', 5, 0), caseFacts('a', 4, 1), 'regressed', 'withinNoise'],
  ['broke', caseFacts('a', 5, 0), caseFacts('a', 0, 5), 'regressed', 'regression'],
  ['was mended', caseFacts('a', 0, 5), caseFacts('a', 5, 0), 'fixed', 'improvement'],
  ['one trial each proves nothing', caseFacts('a', 1, 0), caseFacts('a', 0, 1), 'regressed', 'withinNoise'],
  [
    'keeps its threshold',
    caseFacts('a', 5, 0, { passThreshold: 0.8 }),
    caseFacts('a', 4, 1, { passThreshold: 0.8 }),
    'unchanged_passed',
    'withinNoise',
  ],
  ['is new', undefined, caseFacts('a', 1, 0), 'new_case', 'notComparable'],
  ['is gone', caseFacts('a', 1, 0), undefined, 'removed_case', 'notComparable'],
  ['could not be graded', caseFacts('a', 5, 0), caseFacts('a', 0, 0, { configured: 5 }), 'changed', 'notComparable'],
  [
    'does something else',
    caseFacts('a', 5, 0),
    caseFacts('a', 0, 5, { contentHash: 'other' }),
    'regressed',
    'notComparable',
  ],
  [
    'is decided otherwise',
    caseFacts('a', 5, 0),
    caseFacts('a', 0, 5, { evaluationHash: 'other' }),
    'regressed',
    'notComparable',
  ],
  [
    'ran on another model',
    caseFacts('a', 5, 0, { model: 'x/1' }),
    caseFacts('a', 0, 5, { model: 'x/2' }),
    'regressed',
    'notComparable',
  ],
  ['was tried more often', caseFacts('a', 5, 0), caseFacts('a', 0, 6), 'regressed', 'notComparable'],
] as const)('a case that %s', (_, was, is, status, noise) =>
  expect(compared(was, is)).toMatchObject({ status, noise }),
);

test.each([
  ['3 of 3 trials and then 2 of 3', caseFacts('a', 3, 0), caseFacts('a', 2, 1), 'regressed', 'within_noise'],
  ['2 of 3 trials and then 3 of 3', caseFacts('a', 2, 1), caseFacts('a', 3, 0), 'fixed', 'within_noise'],
  ['a real drop', caseFacts('a', 5, 0), caseFacts('a', 0, 5), 'regressed', 'regressed'],
  [
    'a drop of another test',
    caseFacts('a', 3, 0),
    caseFacts('a', 2, 1, { contentHash: 'other' }),
    'regressed',
    'regressed',
  ],
  ['no change', caseFacts('a', 3, 0), caseFacts('a', 3, 0), 'unchanged_passed', 'unchanged_passed'],
] as const)('the label of %s says whether it is noise', (_, was, is, status, label) =>
  expect(compared(was, is)).toMatchObject({ status, label }),
);

test('the changed half of a case is named', () => {
  expect(compared(caseFacts('a', 1, 0), caseFacts('a', 1, 0, { contentHash: 'other' }))).toMatchObject({
    configChanged: true,
    evaluationConfigChanged: false,
  });
  expect(compared(caseFacts('a', 1, 0), caseFacts('a', 1, 0, { evaluationHash: 'other' }))).toMatchObject({
    configChanged: true,
    evaluationConfigChanged: true,
  });
  expect(compared(undefined, caseFacts('a', 1, 0))).toMatchObject({
    configChanged: false,
    evaluationConfigChanged: false,
  });
});

test('a difference is significant by its own interval, and says what it could have detected', () => {
  const { base, compare, difference, significant, smallestEffect } = compared(
    caseFacts('a', 20, 0),
    caseFacts('a', 12, 8),
  );
  expect(base.passRate).toMatchObject({
    passed: 20,
    trials: 20,
    rate: 1,
    interval: { lower: expect.closeTo(0.839, 3), upper: 1 },
  });
  expect(compare.passRate).toMatchObject({ passed: 12, trials: 20, rate: 0.6 });
  expect(difference).toMatchObject({ delta: expect.closeTo(-0.4, 12), confidence: 0.95 });
  expect(difference!.upper).toBeLessThan(0);
  expect(significant).toBe(true);
  expect(smallestEffect).toBeCloseTo(0.312, 3);
});

test('a drop that is significant alone is not significant as one of a hundred', () => {
  const [was, is] = [caseFacts('x', 10, 0), caseFacts('x', 6, 4)];
  expect(compared(was, is)).toMatchObject({ significant: true, noise: 'regression' });
  const others = Array.from({ length: 99 }, (_, i) => caseFacts(String(i), 10, 0));
  const [first, ...rest] = compareCases(sideFacts([was, ...others]), sideFacts([is, ...others])).cases;
  expect(first).toMatchObject({ status: 'regressed', significant: true, noise: 'withinNoise' });
  expect(new Set(rest.map(({ noise }) => noise))).toEqual(new Set(['withinNoise']));
});

test('one of many broken cases is found, and lets a second be found', () => {
  const cases = (...failed: number[]) => sideFacts(failed.map((each, i) => caseFacts(String(i), 10 - each, each)));
  const { cases: found } = compareCases(cases(0, 0, 0, 0, 0), cases(10, 10, 1, 0, 0));
  expect(found.map(({ noise }) => noise)).toEqual([
    'regression',
    'regression',
    'withinNoise',
    'withinNoise',
    'withinNoise',
  ]);
});

test('a case that ran on several models has one row for each', () => {
  const variants = (passed: number) => [
    caseFacts('a', passed, 5 - passed, { model: 'x/1' }),
    caseFacts('a', 5, 0, { model: 'x/2' }),
  ];
  const { cases } = compareCases(
    sideFacts(variants(5)),
    sideFacts([...variants(0), caseFacts('a', 1, 0, { model: 'x/3' })]),
  );
  expect(cases.map(({ caseKey, status }) => [caseKey, status])).toEqual([
    ['a@x/1', 'regressed'],
    ['a@x/2', 'unchanged_passed'],
    ['a@x/3', 'new_case'],
  ]);
});

const whole = sideFacts([caseFacts('a', 5, 0)]);
test.each([
  ['another run that did not end', { ...whole, isComplete: false }, whole, [{ code: 'runNotComplete', side: 'base' }]],
  ['a run that did not end', whole, { ...whole, isComplete: false }, [{ code: 'runNotComplete', side: 'compare' }]],
  ['a run of which a fifth was excluded', whole, { ...whole, trials: 10, excluded: 2 }, []],
  [
    'a run of which more was excluded',
    whole,
    { ...whole, trials: 10, excluded: 3 },
    [{ code: 'tooManyExcluded', side: 'compare' }],
  ],
  [
    'other models',
    sideFacts([caseFacts('a', 5, 0, { model: 'x/1' })]),
    sideFacts([caseFacts('a', 5, 0, { model: 'x/2' })]),
    [{ code: 'modelsDiffer' }],
  ],
  ['other iterations', whole, sideFacts([caseFacts('a', 6, 0)]), [{ code: 'iterationsDiffer' }]],
  [
    'other rules',
    whole,
    sideFacts([caseFacts('a', 5, 0, { evaluationHash: 'x' })]),
    [{ code: 'evaluationConfigDiffers' }],
  ],
  ['no case in common', whole, sideFacts([caseFacts('b', 5, 0)]), [{ code: 'nothingShared' }]],
  ['a case more', whole, sideFacts([caseFacts('a', 5, 0), caseFacts('b', 5, 0)]), []],
] as const)('with %s', (_, base, compare, reasons) => {
  const comparison = compareCases(base, compare);
  expect(comparison.reasons).toMatchObject(reasons);
  expect(comparison.statistics === null).toBe(reasons.length > 0);
});

test('an unfinished side makes no case comparable', () => {
  const { cases } = compareCases(
    sideFacts([caseFacts('a', 5, 0)]),
    sideFacts([caseFacts('a', 0, 5)], { isComplete: false }),
  );
  expect(cases).toMatchObject([{ status: 'regressed', noise: 'notComparable' }]);
});

test('the overall pass rate is over the shared cases, and is described in words', () => {
  const { statistics } = compareCases(
    sideFacts([caseFacts('a', 20, 0), caseFacts('b', 19, 1), caseFacts('gone', 0, 20)]),
    sideFacts([caseFacts('a', 14, 6), caseFacts('b', 14, 6), caseFacts('new', 0, 20)]),
  );
  expect(statistics).toMatchObject({
    sharedCases: 2,
    noise: 'regression',
    significant: true,
    base: { passed: 39, trials: 40, rate: expect.closeTo(0.975, 12) },
    compare: { passed: 28, trials: 40, rate: expect.closeTo(0.7, 12) },
    difference: { delta: expect.closeTo(-0.275, 12) },
  });
  expect(statistics!.message).toMatch(
    /^The pass rate fell by 27\.5 points \(95 % interval −\d+\.\d to −\d+\.\d\): more than noise\.$/,
  );
});

test('missing trials of a hard case do not look like progress', () => {
  const { statistics } = compareCases(
    sideFacts([caseFacts('easy', 10, 0), caseFacts('hard', 0, 10)]),
    sideFacts([caseFacts('easy', 10, 0), caseFacts('hard', 0, 6, { configured: 10 })], { trials: 20, excluded: 4 }),
  );
  expect(statistics).toMatchObject({ difference: { delta: expect.closeTo(0, 12) }, noise: 'withinNoise' });
});

test('scores are compared scorer by scorer', () => {
  const was = caseFacts('a', 4, 0, { scores: [scorerFacts('kept'), scorerFacts('gone'), scorerFacts('redefined')] });
  const is = caseFacts('a', 2, 2, {
    scores: [
      scorerFacts('kept', { passed: 2, total: 2 }),
      scorerFacts('redefined', { definitionHash: 'v2' }),
      scorerFacts('broken', { scored: 0, passed: 0, total: 0, errors: 4 }),
    ],
  });
  expect(compared(was, is).scoreDeltas).toEqual([
    {
      scorerId: 'kept',
      gating: true,
      deterministic: true,
      definitionChanged: false,
      base: { status: 'scored', value: 1, passed: true },
      compare: { status: 'scored', value: 0.5, passed: false },
      value: { base: 1, compare: 0.5, delta: -0.5, percentDelta: -50 },
    },
    expect.objectContaining({ scorerId: 'redefined', definitionChanged: true }),
    expect.objectContaining({
      scorerId: 'broken',
      base: null,
      compare: { status: 'error', value: null, passed: null },
      value: { base: null, compare: null, delta: null, percentDelta: null },
    }),
    expect.objectContaining({ scorerId: 'gone', compare: null }),
  ]);
});

test.each([
  [2, 3, 1, 50],
  [0, 3, 3, null],
  [null, 3, null, null],
  [3, null, null, null],
  [-2, -3, -1, -50],
])('a measure that was %d and is %d', (base, compare, delta, percentDelta) =>
  expect(numericDiff(base, compare)).toEqual({ base, compare, delta, percentDelta }),
);
