import { fisherHigher } from './fisher.ts';

const of = (text: string) => {
  const [passed, trials] = text.split('/').map(Number);
  return { passed: passed!, trials: trials! };
};

// From exact binomial coefficients (Python's math.comb).
test.each([
  ['0/5', '5/5', 1 / 252],
  ['0/10', '10/10', 1 / 184_756],
  ['1/9', '5/8', 0.042986425339366516],
  ['3/20', '4/20', 0.5],
  ['40/100', '60/100', 0.0035297577475081232],
  ['5/5', '0/5', 1],
  ['0/9', '0/9', 1],
  ['0/0', '5/5', 1],
  ['500/5000', '560/5000', 0.027624203522680156],
])('from %s to %s the chance is %d', (old, now, chance) =>
  expect(fisherHigher(of(old), of(now))).toBeCloseTo(chance, 6),
);
