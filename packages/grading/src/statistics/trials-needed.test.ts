import { binomialChances } from '../../test/random.ts';
import { newcombeInterval } from './newcombe.ts';
import { trialsNeeded } from './trials-needed.ts';
import { trialsToSettle } from './trials-to-settle.ts';
import { wilsonInterval } from './wilson.ts';

const usual = { power: 0.8, confidence: 0.95 };

test.each([
  [0.95, 0.25, 34, 35],
  [0.9, 0.3, 29, 33],
  [0.5, 0.25, 52, 60],
  [1, 1, 2, 4],
  [0.8, 0.8, 3, 8],
])('a drop from %d by %d takes as many trials as power analysis says', (baselineRate, drop, least, most) => {
  const trials = trialsNeeded({ ...usual, baselineRate, drop });
  expect(trials).toBeGreaterThanOrEqual(least);
  expect(trials).toBeLessThanOrEqual(most);
});

// Fleiss, Levin & Paik's formula, computed by hand: ((z1 * sqrt(2pq) + z2 * sqrt(p1 q1 + p2 q2)) / drop)^2.
test('a small drop takes many trials, by the formula', () =>
  expect(trialsNeeded({ ...usual, baselineRate: 0.9, drop: 0.05 })).toBe(686));

test('more power, more confidence and a smaller drop take more trials', () => {
  const base = trialsNeeded({ ...usual, baselineRate: 0.9, drop: 0.3 });
  expect(trialsNeeded({ ...usual, power: 0.95, baselineRate: 0.9, drop: 0.3 })).toBeGreaterThan(base);
  expect(trialsNeeded({ ...usual, confidence: 0.99, baselineRate: 0.9, drop: 0.3 })).toBeGreaterThan(base);
  expect(trialsNeeded({ ...usual, baselineRate: 0.9, drop: 0.25 })).toBeGreaterThan(base);
});

/** The chance that a comparison finds a drop, summed over all pairs of counts. */
function found(trials: number, was: number, is: number): number {
  const [before, after] = [binomialChances(trials, was), binomialChances(trials, is)];
  let sum = 0;
  for (const [old, chance] of before.entries())
    for (const [now, each] of after.entries())
      if (newcombeInterval({ passed: old, trials }, { passed: now, trials })!.upper < 0) sum += chance * each;
  return sum;
}

test.each([
  [0.95, 0.25],
  [0.6, 0.3],
  [0.75, 0.4],
])('the planned trials find a drop from %d by %d, and one trial less does not', (baselineRate, drop) => {
  const trials = trialsNeeded({ ...usual, baselineRate, drop });
  expect(found(trials, baselineRate, baselineRate - drop)).toBeGreaterThanOrEqual(0.8);
  expect(found(trials + 1, baselineRate, baselineRate - drop)).toBeGreaterThanOrEqual(0.8);
  expect(found(trials - 1, baselineRate, baselineRate - drop)).toBeLessThan(0.8);
});

test.each([
  [0.9, 0.8],
  [0.75, 0.8],
  [1, 0.95],
  [0.5, 0.51],
])('a rate of %d settles a threshold of %d with that number of trials, and not with one less', (rate, threshold) => {
  const excludes = (trials: number) => {
    const { lower, upper } = wilsonInterval(rate * trials, trials)!;
    return lower > threshold || upper < threshold;
  };
  const trials = trialsToSettle(rate, threshold)!;
  expect([excludes(trials), excludes(trials - 1)]).toEqual([true, false]);
  expect(trialsToSettle(threshold, threshold)).toBeNull();
});
