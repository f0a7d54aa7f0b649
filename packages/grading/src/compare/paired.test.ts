import { passesOf, randomFrom } from '../../test/random.ts';
import { compareArms, type PairedFacts } from './paired.ts';

const facts = (
  bothPassed: number,
  onlyOld: number,
  onlyNew: number,
  bothFailed: number,
  more: Partial<PairedFacts> = {},
): PairedFacts => ({
  arm: 'B',
  runId: 'run',
  bothPassed,
  onlyOld,
  onlyNew,
  bothFailed,
  notGradeable: 0,
  unpaired: 0,
  costUsd: null,
  latencyMs: null,
  totalTokens: null,
  ...more,
});

test('an arm that succeeds more often wins, and the other way round', () => {
  expect(compareArms('A', facts(10, 0, 10, 0))).toMatchObject({
    pairs: 20,
    winner: 'B',
    success: { baseline: { passed: 10, trials: 20 }, arm: { passed: 20, trials: 20 }, difference: { delta: 0.5 } },
    conclusion: expect.stringMatching(
      /^B succeeds more often: B against A \+50\.0 points, 95 % interval \+\d+\.\d to \+\d+\.\d, 20 pairs\.$/,
    ),
  });
  expect(compareArms('A', facts(10, 10, 0, 0))).toMatchObject({ winner: 'A' });
});

test('there is no winner when the interval contains 0', () => {
  const compared = compareArms('A', facts(15, 2, 3, 0));
  expect(compared).not.toHaveProperty('winner');
  expect(compared.conclusion).toMatch(/not decided/);
});

test('paired trials are more precise than the same trials unpaired', () => {
  expect(compareArms('A', facts(30, 0, 7, 13)).winner).toBe('B');
  expect(compareArms('A', facts(19, 11, 18, 2)).winner).toBeUndefined();
});

test('without a pair there is no statement', () =>
  expect(compareArms('A', facts(0, 0, 0, 0, { notGradeable: 3, unpaired: 2 }))).toMatchObject({
    pairs: 0,
    leftOut: { notGradeable: 3, unpaired: 2 },
    success: { difference: null, baseline: { rate: null } },
    costUsd: null,
    conclusion: expect.stringMatching(/^Nothing can be concluded about B/),
  }));

test("means have Student's interval, and a conclusion only when it excludes 0", () => {
  const compared = compareArms(
    'A',
    facts(9, 0, 1, 0, {
      costUsd: { pairs: 10, mean: -0.02, deviation: 0.01 },
      latencyMs: { pairs: 10, mean: 30, deviation: 100 },
      totalTokens: { pairs: 1, mean: 5, deviation: null },
    }),
  );
  expect(compared.costUsd).toMatchObject({
    pairs: 10,
    mean: -0.02,
    interval: {
      confidence: 0.95,
      lower: expect.closeTo(-0.02 - (2.2622 * 0.01) / Math.sqrt(10), 5),
      upper: expect.closeTo(-0.02 + (2.2622 * 0.01) / Math.sqrt(10), 5),
    },
  });
  expect(compared.latencyMs!.interval!.lower).toBeLessThan(0);
  expect(compared.totalTokens).toEqual({ pairs: 1, mean: 5, interval: null });
  expect(compared.conclusion).toMatch(/B is cheaper by \$0\.020 a trial\.$/);
});

test('equal arms have a winner in about one group of twenty', () => {
  const random = randomFrom(5);
  const winners = Array.from({ length: 2_000 }, (_, i) => {
    const pairs = 5 + (i % 46);
    const base = 0.5 + random() * 0.45;
    const both = passesOf(random, pairs, base * base);
    // Of the trials that did not both pass, each arm passed equally often.
    const apart = passesOf(random, pairs - both, (2 * base) / (1 + base));
    const onlyOld = passesOf(random, apart, 0.5);
    return compareArms('A', facts(both, onlyOld, apart - onlyOld, pairs - both - apart)).winner;
  });
  expect(winners.filter(Boolean).length / 2_000).toBeLessThanOrEqual(0.055);
});
