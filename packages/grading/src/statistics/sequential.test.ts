import { randomFrom } from '../../test/random.ts';
import { isSettled } from './sequential.ts';

const policy = { errorRate: 0.05, margin: 0.15 };

test.each([
  ['nothing is known', { passed: 0, failed: 0, remaining: 5, threshold: 0 }, false],
  ['a threshold of 0 is met by any trials', { passed: 0, failed: 1, remaining: 5, threshold: 0 }, true],
  ['one failure is too many for a threshold of 1', { passed: 7, failed: 1, remaining: 12, threshold: 1 }, true],
  ['one failure is not too many for 0.9', { passed: 7, failed: 1, remaining: 12, threshold: 0.9 }, false],
  ['the rest cannot pull it below', { passed: 5, failed: 0, remaining: 5, threshold: 0.5 }, true],
  ['the rest could just pull it below', { passed: 4, failed: 0, remaining: 5, threshold: 0.5 }, false],
  ['the rest cannot lift it', { passed: 0, failed: 6, remaining: 5, threshold: 0.5 }, true],
  ['few passes prove no threshold of 1', { passed: 18, failed: 0, remaining: 30, threshold: 1 }, false],
  ['many passes do, within the error rate', { passed: 19, failed: 0, remaining: 30, threshold: 1 }, true],
  ['a single failure says little about 0.95', { passed: 0, failed: 1, remaining: 50, threshold: 0.95 }, false],
  ['likelier above, but below the threshold so far', { passed: 74, failed: 4, remaining: 400, threshold: 0.95 }, false],
] as const)('%s', (_, standing, settled) => expect(isSettled(standing, policy)).toBe(settled));

/** One case, tried until it is settled or has no trials left: whether it passed, and its number of trials. */
function tryCase(random: () => number, rate: number, trials: number, threshold: number, stopsEarly: boolean) {
  let passed = 0;
  let tried = 0;
  while (tried < trials) {
    if (random() < rate) passed++;
    tried++;
    if (stopsEarly && isSettled({ passed, failed: tried - passed, remaining: trials - tried, threshold }, policy))
      break;
  }
  return { verdict: passed / tried >= threshold, tried };
}

// Enough trials that a verdict on all of them has the policy's error rate, a margin away from the threshold.
test.each([
  [0.8, 40],
  [0.7, 50],
  [0.5, 80],
])('at a threshold of %d, early stopping saves 40 %% of %d trials at equal error rates', (threshold, trials) => {
  const random = randomFrom(7);
  const CASES = 4_000;
  let [inFull, early] = [0, 0];
  for (const rate of [threshold - policy.margin, threshold + policy.margin]) {
    const wrong = { inFull: 0, early: 0 };
    for (let i = 0; i < CASES; i++) {
      const [whole, part] = [
        tryCase(random, rate, trials, threshold, false),
        tryCase(random, rate, trials, threshold, true),
      ];
      inFull += whole.tried;
      early += part.tried;
      if (whole.verdict !== rate > threshold) wrong.inFull++;
      if (part.verdict !== rate > threshold) wrong.early++;
    }
    expect(wrong.inFull / CASES).toBeLessThanOrEqual(policy.errorRate);
    expect(wrong.early / CASES).toBeLessThanOrEqual(policy.errorRate);
  }
  expect(early / inFull).toBeLessThanOrEqual(0.6);
});

test('a case at its threshold keeps all its trials', () => {
  const random = randomFrom(11);
  const settled = Array.from({ length: 2_000 }, () => tryCase(random, 0.8, 40, 0.8, true).verdict).filter(
    Boolean,
  ).length;
  expect(settled / 2_000).toBeGreaterThan(0.3);
  expect(settled / 2_000).toBeLessThan(0.75);
});

/** The same for trials of which several are under way at a time: they finish, and count, after the case is settled. */
function tryAtATime(random: () => number, rate: number, trials: number, threshold: number, atATime: number) {
  let [passed, failed, underWay, waiting, isEarly] = [0, 0, 0, trials, false];
  while (underWay > 0 || waiting > 0) {
    const begun = Math.min(atATime - underWay, waiting);
    [underWay, waiting] = [underWay + begun - 1, waiting - begun];
    if (random() < rate) passed++;
    else failed++;
    if (waiting > 0 && isSettled({ passed, failed, remaining: underWay + waiting, threshold }, policy))
      [waiting, isEarly] = [0, true];
  }
  return { verdict: passed / (passed + failed) >= threshold, isEarly };
}

test.each([
  [0.8, 40, 4],
  [0.8, 100, 16],
  [0.5, 100, 4],
  [0.9, 40, 16],
])(
  'at a threshold of %d, of %d trials %d at a time, false passes and false failures stay rare',
  (threshold, ...sizes) => {
    const random = randomFrom(23);
    const [trials, atATime] = sizes;
    const CASES = 4_000;
    for (const rate of [threshold - policy.margin, Math.min(0.99, threshold + policy.margin)]) {
      const tried = Array.from({ length: CASES }, () => tryAtATime(random, rate, trials, threshold, atATime));
      const wrong = tried.filter(({ verdict, isEarly }) => isEarly && verdict !== rate > threshold).length;
      expect(wrong / CASES).toBeLessThanOrEqual(policy.errorRate);
      expect(tried.filter(({ isEarly }) => isEarly).length / CASES).toBeGreaterThan(0.5);
    }
  },
);
