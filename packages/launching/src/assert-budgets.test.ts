import { assertBudgets } from './assert-budgets.ts';

const refusal = { budgetId: 'budget_1', scope: 'project', scopeId: 'prj_1', message: 'It is used up.' };
const details = { reason: 'BUDGET_EXHAUSTED', budgetId: 'budget_1', scope: 'project', scopeId: 'prj_1' };

test('a launch begins when no budget over its models is used up', () =>
  expect(() => assertBudgets({ refusal: undefined }, 0)).not.toThrow());

test.each([
  ['that never starts again has no time to retry', 0, 5_000, undefined, details],
  ['that starts again says in how many seconds', 61_001, 1_000, 61, { ...details, resetsAt: 61_001 }],
  ['that starts again at this moment may be retried in a second', 1_000, 1_000, 1, { ...details, resetsAt: 1_000 }],
])('the refusal for a used-up budget %s', (_, resetsAtMs, now, retryAfter, expected) => {
  const refuse = () => assertBudgets({ refusal: { ...refusal, resetsAtMs } }, now);
  expect(refuse).toThrow(
    expect.objectContaining({ code: 'RATE_LIMITED', message: 'It is used up.', retryAfter, details: expected }),
  );
});
