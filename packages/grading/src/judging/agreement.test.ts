import { agreementOf, majorityVerdict, type RatedTrial } from './agreement.ts';
import { kappaOf } from './kappa.ts';
import { CALIBRATION_FLOOR, ownCalibrationOf, judgeCalibrationOf } from './judge-calibration.ts';

describe('kappa equals published values', () => {
  test.each([
    [
      'Cohen 1968 (n 200), with the interval that psych::cohen.kappa prints',
      [
        [88, 14, 18],
        [10, 40, 10],
        [2, 6, 12],
      ],
      0.49,
      0.39,
      0.59,
    ],
    [
      'Fleiss 1981, table 13.1: 0.68 with a standard error of 0.087',
      [
        [75, 1, 4],
        [5, 4, 1],
        [0, 0, 10],
      ],
      0.68,
      0.68 - 1.96 * 0.0877,
      0.68 + 1.96 * 0.0877,
    ],
  ])('%s', (_, counts, value, lower, upper) => {
    const kappa = kappaOf(counts)!;
    expect(kappa.value).toBeCloseTo(value, 2);
    expect(kappa.lower).toBeCloseTo(lower, 2);
    expect(kappa.upper).toBeCloseTo(upper, 2);
  });

  test.each([
    [
      'with the same base rates',
      [
        [20, 5],
        [10, 15],
      ],
      0.4,
    ],
    [
      'with base rates that are alike and agree by chance',
      [
        [45, 15],
        [25, 15],
      ],
      0.1304,
    ],
    [
      'with base rates that differ',
      [
        [25, 35],
        [5, 35],
      ],
      0.2593,
    ],
    [
      'of raters who never agree',
      [
        [0, 10],
        [10, 0],
      ],
      -1,
    ],
    [
      'of raters who always agree',
      [
        [7, 0],
        [0, 9],
      ],
      1,
    ],
  ])('of two by two, %s', (_, counts, value) => expect(kappaOf(counts)!.value).toBeCloseTo(value, 4));

  test.each([
    [
      'nothing',
      [
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'raters who only ever say one thing',
      [
        [12, 0],
        [0, 0],
      ],
    ],
  ])('%s has no kappa', (_, counts) => expect(kappaOf(counts)).toBeNull());

  test('its interval stays within the scale', () => {
    const { lower, upper } = kappaOf([
      [1, 0],
      [1, 1],
    ])!;
    expect(lower).toBeGreaterThanOrEqual(-1);
    expect(upper).toBeLessThanOrEqual(1);
  });
});

const rated = (bothPassed: number, onlyJudge: number, onlyPeople: number, bothFailed: number): RatedTrial[] => [
  ...Array.from({ length: bothPassed }, () => ({ people: true, judge: true })),
  ...Array.from({ length: onlyJudge }, () => ({ people: false, judge: true })),
  ...Array.from({ length: onlyPeople }, () => ({ people: true, judge: false })),
  ...Array.from({ length: bothFailed }, () => ({ people: false, judge: false })),
];

test('agreement reports both base rates', () => {
  expect(agreementOf(rated(10, 4, 1, 5))).toMatchObject({
    n: 20,
    matrix: { bothPassed: 10, onlyJudgePassed: 4, onlyPeoplePassed: 1, bothFailed: 5 },
    observedAgreement: 0.75,
    passRates: { judge: 0.7, people: 0.55 },
  });
  expect(agreementOf([])).toEqual({
    n: 0,
    matrix: { bothPassed: 0, onlyJudgePassed: 0, onlyPeoplePassed: 0, bothFailed: 0 },
    observedAgreement: null,
    passRates: { judge: null, people: null },
    kappa: null,
  });
});

test.each([
  [2, 1, true],
  [1, 2, false],
  [1, 1, undefined],
  [0, 0, undefined],
])('%d passed and %d failed labels say %s', (passed, failed, said) =>
  expect(majorityVerdict({ passed, failed })).toBe(said),
);

describe('a judge is calibrated', () => {
  test.each([
    ['not before twenty labels', rated(9, 0, 0, 10), 'unmeasured'],
    ['with twenty that it agrees with', rated(10, 1, 1, 8), 'measured'],
    ['not when it agrees too little', rated(8, 4, 3, 5), 'belowFloor'],
    ['not by labels of one kind', rated(30, 0, 0, 0), 'unmeasured'],
  ] as const)('%s', (_, all, standing) => expect(ownCalibrationOf(agreementOf(all))).toBe(standing));

  test('no longer after a change, until it is measured again', () => {
    const measured = new Map([['old', agreementOf(rated(10, 1, 1, 8))]]);
    expect(judgeCalibrationOf('old', measured)).toBe('measured');
    expect(judgeCalibrationOf('new', measured)).toBe('changed');
    expect(
      judgeCalibrationOf(
        'new',
        new Map([...measured, ['new', agreementOf(rated(5, 0, 0, CALIBRATION_FLOOR.labels - 6))]]),
      ),
    ).toBe('changed');
    expect(judgeCalibrationOf('new', new Map([...measured, ['new', agreementOf(rated(8, 4, 3, 5))]]))).toBe(
      'belowFloor',
    );
    expect(judgeCalibrationOf('new', new Map())).toBe('unmeasured');
  });
});
