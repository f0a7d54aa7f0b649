import { SocketBudget } from './socket-budget.ts';

test('an organization has at most its share of connections, and all have at most the whole', () => {
  const budget = new SocketBudget(3, 2);
  const [first] = [budget.take('a'), budget.take('a')];
  const refused = expect.objectContaining({ code: 'RATE_LIMITED', retryAfter: 1 }) as Error;
  expect(() => budget.take('a')).toThrow(refused);
  budget.take('b');
  expect(() => budget.take('c')).toThrow(refused);
  first();
  first();
  budget.take('c');
  expect(() => budget.take('a')).toThrow(refused);
});
