import { limitFault, limitOf, refusalOf, toBudget, type BudgetState } from './budget.ts';

const noon = new Date('2026-03-01T12:00:00Z');
const state: BudgetState = {
  id: 'budget_1',
  scope: { kind: 'organization', id: 'org_1' },
  period: 'day',
  unit: 'usd',
  limit: 5_000_000,
  windowStart: new Date('2026-03-01T00:00:00Z'),
  spent: 4_980_000,
  reserved: 50_000,
  createdAt: noon,
  updatedAt: noon,
};

test.each([
  [{ usd: 0.29 }, { unit: 'usd', limit: 290_000 }],
  [{ usd: 0 }, { unit: 'usd', limit: 0 }],
  [{ tokens: 7 }, { unit: 'tokens', limit: 7 }],
] as const)('a limit of %j is counted as %j', (written, counted) => expect(limitOf(written)).toEqual(counted));

test.each([
  [{ usd: 0 }, undefined],
  [{ usd: 0.000001 }, undefined],
  [{ usd: 0.0000009 }, '/limit/usd'],
  [{ tokens: 1 }, undefined],
])('a limit of %j has its fault at %s', (limit, path) => expect(limitFault(limit)?.path).toBe(path));

test('amounts use the unit of the limit, and an overdrawn budget has zero remaining', () => {
  expect(toBudget(state)).toEqual({
    id: 'budget_1',
    scope: state.scope,
    period: 'day',
    limit: { usd: 5 },
    spent: { usd: 4.98 },
    reserved: { usd: 0.05 },
    remaining: { usd: 0 },
    resetsAt: Date.parse('2026-03-02T00:00:00Z'),
    createdAt: noon.getTime(),
    updatedAt: noon.getTime(),
  });
  const total = toBudget({ ...state, period: 'total', unit: 'tokens', limit: 10, spent: 3, reserved: 1 });
  expect(total).toMatchObject({ limit: { tokens: 10 }, remaining: { tokens: 6 } });
  expect(total).not.toHaveProperty('resetsAt');
});

test.each<[string, Partial<BudgetState>, string | undefined, string]>([
  [
    'a day',
    { spent: 5_010_000 },
    undefined,
    'The daily budget of $5.00 of the organization is used up: $5.01 are spent and $0.05 reserved for calls under way. It starts again at 2026-03-02T00:00:00.000Z.',
  ],
  [
    'a total',
    { period: 'total', unit: 'tokens', scope: { kind: 'run', id: 'run_1' }, spent: 5_000_000 },
    undefined,
    'The budget of 5,000,000 tokens of the run run_1 is used up: 5,000,000 tokens are spent and 50,000 tokens reserved for calls under way. It does not start again.',
  ],
  [
    'one that is full',
    {},
    undefined,
    'The daily budget of $5.00 of the organization is full: $4.98 are spent and $0.05 reserved for calls under way. It may have room once they are over.',
  ],
  [
    'a small amount',
    { spent: 5_000_000, reserved: 150 },
    undefined,
    'The daily budget of $5.00 of the organization is used up: $5.00 are spent and $0.00015 reserved for calls under way. It starts again at 2026-03-02T00:00:00.000Z.',
  ],
  [
    'a model without a price',
    {},
    'custom/x',
    'The daily budget of $5.00 of the organization is in money, and the price of the model "custom/x" is unknown.',
  ],
])('a refusal names the budget, its spending and its reset: %s', (_, change, unpriced, message) =>
  expect(refusalOf({ ...state, ...change }, unpriced).message).toBe(message),
);

test.each<[Partial<BudgetState>, string | undefined, boolean]>([
  [{}, undefined, true],
  [{ unit: 'tokens' }, 'custom/x', true],
  [{ spent: 5_000_000 }, undefined, false],
  [{}, 'custom/x', false],
  [{ limit: 0, spent: 0, reserved: 0 }, undefined, false],
])('a refusal by %j of a call of %s is temporary: %s', (change, unpriced, underWay) =>
  expect(refusalOf({ ...state, ...change }, unpriced).underWay).toBe(underWay),
);

test('a refusal carries the budget, its scope and its reset as fields', () => {
  expect(refusalOf(state)).toMatchObject({
    budgetId: 'budget_1',
    scope: 'organization',
    scopeId: 'org_1',
    resetsAtMs: Date.parse('2026-03-02T00:00:00Z'),
  });
  expect(refusalOf({ ...state, period: 'total' }).resetsAtMs).toBe(0);
});
