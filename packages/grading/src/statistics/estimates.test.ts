import { binomialChances } from '../../test/random.ts';
import { newcombeInterval } from './newcombe.ts';
import { passAtK, passHatK } from './pass-at-k.ts';
import { smallestEffect } from './smallest-effect.ts';
import { trialStatistics } from './trial-statistics.ts';

test.each([
  [3, 5, 1, 0.6, 0.6],
  [3, 5, 2, 0.9, 0.3],
  [3, 5, 5, 1, 0],
  [5, 5, 5, 1, 1],
  [0, 5, 3, 0, 0],
  [3, 5, 6, null, null],
  [0, 0, 1, null, null],
  [3, 5, 0, null, null],
])('%d passes of %d estimate the chances over %d trials', (passed, trials, k, at, hat) => {
  const estimates = [passAtK(passed, trials, k), passHatK(passed, trials, k)];
  expect(estimates.map((share) => share && Number(share.toFixed(12)))).toEqual([at, hat]);
});

/** How many of all draws of k from the trials hold at least one passed trial, and how many hold passed trials only. */
function enumerateDraws(passed: number, trials: number, k: number) {
  const draws = Array.from({ length: 2 ** trials }, (_, mask) =>
    Array.from({ length: trials }, (_, trial) => trial).filter((trial) => mask & (1 << trial)),
  ).filter((draw) => draw.length === k);
  const share = (isMeant: (draw: number[]) => boolean) => draws.filter(isMeant).length / draws.length;
  const isPassed = (trial: number) => trial < passed;
  return [share((draw) => draw.some(isPassed)), share((draw) => draw.every(isPassed))];
}

test('both estimates are the shares among all draws of k trials', () => {
  for (let trials = 1; trials <= 8; trials++)
    for (let passed = 0; passed <= trials; passed++)
      for (let k = 1; k <= trials; k++) {
        const [at, hat] = enumerateDraws(passed, trials, k);
        expect(passAtK(passed, trials, k)).toBeCloseTo(at!, 12);
        expect(passHatK(passed, trials, k)).toBeCloseTo(hat!, 12);
      }
});

// From exact binomial coefficients (Python's math.comb): 1 - C(n-c, k) / C(n, k) and C(c, k) / C(n, k).
test.each([
  [7, 20, 5, 0.9169891640866873, 0.0013544891640866873],
  [150, 200, 10, 0.9999995424579663, 0.05209362940404299],
  [1, 1000, 100, 0.1, 0],
])('%d passes of %d have the tabulated chances over %d trials', (passed, trials, k, at, hat) => {
  expect(passAtK(passed, trials, k)).toBeCloseTo(at, 12);
  expect(passHatK(passed, trials, k)).toBeCloseTo(hat, 12);
});

test('both estimates are unbiased: their expectation is the true value', () => {
  const [trials, k, rate] = [12, 4, 0.8];
  const expected = (estimate: typeof passAtK) =>
    binomialChances(trials, rate).reduce((sum, chance, passed) => sum + chance * estimate(passed, trials, k)!, 0);
  expect(expected(passAtK)).toBeCloseTo(1 - (1 - rate) ** k, 10);
  expect(expected(passHatK)).toBeCloseTo(rate ** k, 10);
});

test('a sample too large to multiply out is still estimated', () => {
  expect(passHatK(19_000, 20_000, 20_000)).toBe(0);
  expect(passHatK(19_000, 20_000, 2)).toBeCloseTo(0.9025, 4);
});

/** How often the interval of the difference separates two runs of one case. */
function found(oldTrials: number, newTrials: number, oldRate: number, newRate: number): number {
  const [was, is] = [binomialChances(oldTrials, oldRate), binomialChances(newTrials, newRate)];
  return was.reduce(
    (sum, chance, old) =>
      sum +
      chance *
        is.reduce((inner, each, now) => {
          const { lower, upper } = newcombeInterval(
            { passed: old, trials: oldTrials },
            { passed: now, trials: newTrials },
          )!;
          return upper < 0 || lower > 0 ? inner + each : inner;
        }, 0),
    0,
  );
}

test.each([
  [5, 5, 0.8],
  [10, 10, 0.95],
  [20, 20, 0.95],
  [20, 20, 0.5],
  [20, 60, 0.9],
  [50, 50, 0.7],
  [100, 100, 0.98],
])(
  'the smallest effect of %d and %d trials at a rate of %d is detected in about 80 %%',
  (oldTrials, newTrials, base) => {
    const effect = smallestEffect(oldTrials, newTrials, base)!;
    const share = found(oldTrials, newTrials, base, base - effect);
    expect(share).toBeGreaterThan(0.75);
    expect(share).toBeLessThan(0.9);
  },
);

test('a rise is computed when there is no room to fall, and too few trials detect nothing', () => {
  expect(smallestEffect(50, 50, 0.1)).toBeCloseTo(smallestEffect(50, 50, 0.9)!, 12);
  expect(smallestEffect(1, 1, 1)).toBeNull();
  expect(smallestEffect(0, 10)).toBeNull();
});

test('a drop from 95 to 70 % is found half the time in one case, nearly always in three', () => {
  expect(found(20, 20, 0.95, 0.7)).toBeCloseTo(0.544, 3);
  expect(found(60, 60, 0.95, 0.7)).toBeGreaterThan(0.95);
});

test('statistics are of gradeable trials, variant by variant', () => {
  expect(
    trialStatistics([
      { caseId: 'a', model: 'openai/gpt', eligible: 2, passed: 1 },
      { caseId: 'b', model: null, eligible: 0, passed: 0 },
    ]),
  ).toEqual({
    unit: 'caseVariant',
    eligibleTrials: 2,
    passedTrials: 1,
    cases: [
      {
        caseId: 'a',
        executionVariant: { model: 'openai/gpt', provider: 'openai' },
        eligibleTrials: 2,
        passedTrials: 1,
        k: 1,
        passAtK: 0.5,
        passHatK: 0.5,
        passRateInterval: { confidence: 0.95, lower: expect.closeTo(0.0945, 4), upper: expect.closeTo(0.9055, 4) },
      },
      { caseId: 'b', eligibleTrials: 0, passedTrials: 0, k: 1, passAtK: null, passHatK: null, passRateInterval: null },
    ],
  });
});

test('the reader chooses the k of both estimates', () =>
  expect(trialStatistics([{ caseId: 'a', model: null, eligible: 5, passed: 3 }], 3).cases).toMatchObject([
    { k: 3, passAtK: 1, passHatK: expect.closeTo(0.1, 12) },
  ]));
