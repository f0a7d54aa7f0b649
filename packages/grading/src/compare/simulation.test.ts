import { passesOf, randomFrom } from '../../test/random.ts';
import { caseFacts, sideFacts } from '../../test/sides.ts';
import { compareCases } from './compare-cases.ts';

/** A run of cases with these true pass rates. */
const runOf = (random: () => number, rates: readonly number[], trials: number) =>
  sideFacts(
    rates.map((rate, i) => {
      const passed = passesOf(random, trials, rate);
      return caseFacts(String(i), passed, trials - passed);
    }),
  );

const isAlarm = (noise: string) => noise === 'regression' || noise === 'improvement';

test('of 2,000 pairs of unchanged runs, at most 5 % show a change', () => {
  const random = randomFrom(2_000);
  const alarms = { overall: 0, inACase: 0 };
  for (let i = 0; i < 2_000; i++) {
    const trials = 5 + Math.floor(random() * 46);
    const rates = Array.from({ length: 1 + Math.floor(random() * 12) }, () => 0.5 + random() * 0.49);
    const { statistics, cases } = compareCases(runOf(random, rates, trials), runOf(random, rates, trials));
    if (isAlarm(statistics!.noise)) alarms.overall++;
    if (cases.some(({ noise }) => isAlarm(noise))) alarms.inACase++;
  }
  expect(alarms.overall / 2_000).toBeLessThanOrEqual(0.05);
  expect(alarms.inACase / 2_000).toBeLessThanOrEqual(0.05);
});

// Newcombe's interval covers 95 % on average; at single rates it is off by less than one point.
test.each([0.5, 0.7, 0.9, 0.99])('the rate of false alarms holds when every case passes with %d', (rate) => {
  const random = randomFrom(rate * 100);
  const compared = Array.from({ length: 2_000 }, (_, i) => {
    const [trials, rates] = [5 + (i % 46), Array.from({ length: 4 }, () => rate)];
    return compareCases(runOf(random, rates, trials), runOf(random, rates, trials));
  });
  expect(compared.filter(({ statistics }) => isAlarm(statistics!.noise)).length / 2_000).toBeLessThanOrEqual(0.06);
  expect(compared.filter(({ cases }) => cases.some(({ noise }) => isAlarm(noise))).length / 2_000).toBeLessThanOrEqual(
    0.06,
  );
});

test('a drop from 95 to 70 % in three cases of 20 trials is found in at least 80 % of runs', () => {
  const random = randomFrom(95);
  const runs = Array.from({ length: 1_000 }, () =>
    compareCases(runOf(random, [0.95, 0.95, 0.95], 20), runOf(random, [0.7, 0.7, 0.7], 20)),
  );
  expect(runs.filter(({ statistics }) => statistics!.noise === 'regression').length / 1_000).toBeGreaterThanOrEqual(
    0.8,
  );
});

test('one broken case is found among twenty, and no other', () => {
  const random = randomFrom(20);
  const rates = Array.from({ length: 20 }, () => 0.95);
  const found = Array.from(
    { length: 500 },
    () => compareCases(runOf(random, rates, 20), runOf(random, [0.2, ...rates.slice(1)], 20)).cases,
  );
  expect(found.filter(([broken]) => broken!.noise === 'regression').length / 500).toBeGreaterThanOrEqual(0.95);
  expect(found.filter((cases) => cases.slice(1).some(({ noise }) => isAlarm(noise))).length / 500).toBeLessThanOrEqual(
    0.05,
  );
});
