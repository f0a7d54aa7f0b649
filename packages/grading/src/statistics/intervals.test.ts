import { binomialChances, passesOf, randomFrom } from '../../test/random.ts';
import { newcombeInterval, overlappingInterval, pairedNewcombeInterval } from './newcombe.ts';
import { normalQuantile, studentQuantile } from './quantiles.ts';
import { wilsonInterval } from './wilson.ts';

// Newcombe 1998, Stat. Med. 17:857, table I, method 3.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('%d of %d has the published interval', (passed, trials, lower, upper) => {
  const interval = wilsonInterval(passed, trials)!;
  expect(interval.confidence).toBe(0.95);
  expect(interval.lower).toBeCloseTo(lower, 4);
  expect(interval.upper).toBeCloseTo(upper, 4);
});

// Newcombe 1998, Stat. Med. 17:873, table II, method 10; its differences are old minus new.
test.each([
  [56, 70, 48, 80, 0.0524, 0.3339],
  [9, 10, 3, 10, 0.1705, 0.809],
  [6, 7, 2, 7, 0.0582, 0.8062],
  [5, 56, 0, 29, -0.0381, 0.1926],
  [0, 10, 0, 10, -0.2775, 0.2775],
  [10, 10, 0, 10, 0.6075, 1],
])('%d of %d against %d of %d differ as published', (a, m, b, n, lower, upper) => {
  const interval = newcombeInterval({ passed: b, trials: n }, { passed: a, trials: m })!;
  expect(interval.lower).toBeCloseTo(lower, 4);
  expect(interval.upper).toBeCloseTo(upper, 4);
});

// Newcombe 1998, Stat. Med. 17:2635, table II, method 10.
test.each([
  [36, 12, 2, 0, 0.0569, 0.3404],
  [53, 0, 0, 1, -0.0729, 0.0729],
  [43, 0, 1, 0, -0.1181, 0.0597],
])('pairs %d, %d, %d, %d differ as published', (bothPassed, onlyOld, onlyNew, bothFailed, lower, upper) => {
  const interval = pairedNewcombeInterval({ bothPassed, onlyOld: onlyNew, onlyNew: onlyOld, bothFailed })!;
  expect(interval.lower).toBeCloseTo(lower, 4);
  expect(interval.upper).toBeCloseTo(upper, 4);
});

describe('of trials of which some are pairs', () => {
  const pairs = { bothPassed: 36, onlyOld: 2, onlyNew: 12, bothFailed: 0 };
  const [old, now] = [
    { passed: 38, trials: 50 },
    { passed: 48, trials: 50 },
  ];

  test('the interval is the one of pairs or of independent trials where all or none are', () => {
    expect(overlappingInterval({ old, now, pairs })).toEqual(pairedNewcombeInterval(pairs));
    expect(overlappingInterval({ old, now })).toEqual(newcombeInterval(old, now));
    const none = { bothPassed: 0, onlyOld: 0, onlyNew: 0, bothFailed: 0 };
    expect(overlappingInterval({ old, now, pairs: none })).toEqual(newcombeInterval(old, now));
  });

  // Whether a trial passes hangs on a hidden difficulty, which both trials of a pair share.
  test.each([10, 30, 60])(
    'of %d pairs and as many single trials, at most 6 %% show a change that is not there',
    (n) => {
      const random = randomFrom(n);
      const ROUNDS = 2_000;
      let [alarms, blind] = [0, 0];
      for (let round = 0; round < ROUNDS; round++) {
        const counts = { bothPassed: 0, onlyOld: 0, onlyNew: 0, bothFailed: 0 };
        for (let i = 0; i < n; i++) {
          const chance = random() < 0.5 ? 0.95 : 0.25;
          const [was, is] = [random() < chance, random() < chance];
          counts[was ? (is ? 'bothPassed' : 'onlyOld') : is ? 'onlyNew' : 'bothFailed']++;
        }
        const alone = () => passesOf(random, n, 0.6);
        const sides = {
          old: { passed: counts.bothPassed + counts.onlyOld + alone(), trials: 2 * n },
          now: { passed: counts.bothPassed + counts.onlyNew + alone(), trials: 2 * n },
        };
        const isAlarm = (interval: { lower: number; upper: number } | null) =>
          interval!.lower > 0 || interval!.upper < 0;
        if (isAlarm(overlappingInterval({ ...sides, pairs: counts }))) alarms++;
        if (isAlarm(overlappingInterval(sides))) blind++;
      }
      expect(alarms / ROUNDS).toBeLessThanOrEqual(0.06);
      expect(blind).toBeLessThanOrEqual(alarms);
    },
  );
});

test('no trials have no interval, and every interval stays within 0 and 1', () => {
  expect(wilsonInterval(0, 0)).toBeNull();
  expect(newcombeInterval({ passed: 1, trials: 1 }, { passed: 0, trials: 0 })).toBeNull();
  expect(pairedNewcombeInterval({ bothPassed: 0, onlyOld: 0, onlyNew: 0, bothFailed: 0 })).toBeNull();
  for (let trials = 1; trials <= 40; trials++) {
    for (let passed = 0; passed <= trials; passed++) {
      const { lower, upper } = wilsonInterval(passed, trials)!;
      expect([lower >= 0, lower <= passed / trials, upper >= passed / trials, upper <= 1]).toEqual([
        true,
        true,
        true,
        true,
      ]);
    }
  }
  expect(wilsonInterval(20, 20)).toMatchObject({ upper: 1 });
});

test("Wilson's interval covers the true rate about as often as stated", () => {
  const coverages = [5, 10, 20, 50].flatMap((trials) =>
    [0.5, 0.6, 0.7, 0.8, 0.9, 0.95].map((rate) =>
      binomialChances(trials, rate).reduce((sum, chance, passed) => {
        const { lower, upper } = wilsonInterval(passed, trials)!;
        return lower <= rate && rate <= upper ? sum + chance : sum;
      }, 0),
    ),
  );
  const mean = coverages.reduce((sum, each) => sum + each, 0) / coverages.length;
  expect(mean).toBeGreaterThan(0.94);
  expect(mean).toBeLessThan(0.97);
  expect(Math.min(...coverages)).toBeGreaterThan(0.86);
});

test.each([
  [0.975, 1.959963985],
  [0.8, 0.841621234],
  [0.001, -3.090232306],
  [0.9999, 3.719016485],
])('the normal quantile of %d is the tabulated one', (p, z) => expect(normalQuantile(p)).toBeCloseTo(z, 7));

test.each([
  [1, 12.7062],
  [2, 4.3027],
  [5, 2.5706],
  [10, 2.2281],
  [29, 2.0452],
  [120, 1.9799],
  [100_000, 1.96],
])("Student's quantile for %d degrees of freedom is the tabulated one", (freedom, t) => {
  expect(studentQuantile(0.975, freedom)).toBeCloseTo(t, 3);
  expect(studentQuantile(0.025, freedom)).toBeCloseTo(-t, 3);
});
