import { grantStep, marginOf, type GrantState } from './grant-step.ts';

const good: GrantState = {
  now: 100_000,
  isLost: false,
  hasToken: true,
  isRejected: false,
  expiresAt: 105_000,
  refreshAt: 104_000,
  canRefresh: true,
  lastRefreshAt: undefined,
  isLeased: false,
  retryAt: undefined,
};
const late = { refreshAt: 99_000 };
const over = { ...late, expiresAt: 99_500 };
const stuck = { canRefresh: false };

test.each<[string, Partial<GrantState>, string]>([
  ['a fresh token', {}, 'use'],
  ['a token of unknown life', { expiresAt: undefined, refreshAt: undefined }, 'use'],
  ['a token near its end', late, 'renew'],
  ['one near its end that has just come', { ...late, lastRefreshAt: 99_500 }, 'use'],
  ['a token that another process is renewing', { ...late, isLeased: true }, 'use'],
  ['one that could not be renewed just now', { ...late, retryAt: 101_000 }, 'use'],
  ['one that cannot be renewed', { ...late, ...stuck }, 'use'],
  ['an expired token', over, 'refresh'],
  ['an expired token that another process is renewing', { ...over, isLeased: true }, 'wait'],
  ['an expired one that could not be renewed just now', { ...over, retryAt: 101_000 }, 'failed'],
  ['an expired one that could not be renewed a while ago', { ...over, retryAt: 99_000 }, 'refresh'],
  ['an expired one that cannot be renewed', { ...over, ...stuck }, 'expired'],
  ['a token that was turned down', { isRejected: true }, 'refresh'],
  ['a rejected token that another process is renewing', { isRejected: true, isLeased: true }, 'wait'],
  ['one turned down that cannot be renewed', { isRejected: true, ...stuck }, 'rejected'],
  ['one turned down as soon as it was there', { isRejected: true, lastRefreshAt: 98_000 }, 'rejected'],
  ['a short-lived one that ended', { ...over, isRejected: true, lastRefreshAt: 98_000 }, 'refresh'],
  ['an expired one that has just come', { ...over, lastRefreshAt: 99_400 }, 'wait'],
  ['none, where one has just come', { hasToken: false, lastRefreshAt: 99_400 }, 'wait'],
  ['one turned down a while after it was renewed', { isRejected: true, lastRefreshAt: 90_000 }, 'refresh'],
  ['no token yet', { hasToken: false }, 'refresh'],
  ['a lost grant with any other state', { isLost: true }, 'lost'],
])('%s', (_, known, step) => expect(grantStep({ ...good, ...known })).toBe(step));

test.each([
  [5_000, 1_000],
  [3_600_000, 60_000],
  [0, 0],
])('a token of %i ms is renewed %i ms before its end', (life, margin) => expect(marginOf(life)).toBe(margin));
