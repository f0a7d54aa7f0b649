import { SocketBudget } from './socket-budget.ts';

const refused = (code: string) => expect.objectContaining({ code, retryAfter: 1 }) as Error;
const takeAll = (budget: SocketBudget, share: string) => {
  const given: (() => void)[] = [];
  try {
    for (;;) given.push(budget.take(share));
  } catch {
    return given;
  }
};

test('an organization has at most as many connections as are left for others', () => {
  const budget = new SocketBudget(12);
  const counts = ['a', 'b', 'c'].map((share) => takeAll(budget, share).length);
  expect(counts).toEqual([6, 3, 2]);
  expect(() => budget.take('a')).toThrow(refused('RATE_LIMITED'));
});

test('a closed connection is counted as closed once', () => {
  const budget = new SocketBudget(4);
  const [first] = takeAll(budget, 'a');
  first!();
  first!();
  expect(takeAll(budget, 'a')).toHaveLength(1);
});

test('no organization opens a connection when none is free', () => {
  const budget = new SocketBudget(1);
  budget.take('a');
  expect(() => budget.take('b')).toThrow(refused('UNAVAILABLE'));
});
