import { hasMoneyLeft, limitProblem } from './guest-limits.ts';

const limits = { enabled: true, dailyCreditCap: 0.1 };

test.each([
  ['nothing spent', 0, 0, true],
  ['one micro below the cap', 99_999, 0, true],
  ['the cap spent', 100_000, 0, false],
  ['one turn open', 0, 1, true],
  ['two turns open, which may spend the cap', 0, 2, false],
  ['half of it spent, and one turn open', 50_000, 1, false],
])('with %s another turn may begin: %p %p %p', (_, spent, open, may) => {
  expect(hasMoneyLeft(limits, spent, open)).toBe(may);
});

test('a cap of nothing lets no turn begin', () => {
  expect(hasMoneyLeft({ ...limits, dailyCreditCap: 0 }, 0, 0)).toBe(false);
});

test('a limit of a day ends with the day of UTC', () => {
  const noon = Date.UTC(2026, 10, 23, 12);
  expect(limitProblem('studyTurns', noon)).toMatchObject({
    code: 'RATE_LIMITED',
    retryAfter: 43_200,
    details: { limit: 'studyTurns', resetsAt: Date.UTC(2026, 10, 24), retryAfterMs: 43_200_000 },
  });
});
