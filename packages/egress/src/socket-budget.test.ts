import { SocketBudget, type CountedSocket } from './socket-budget.ts';

const refused = (code: string) => expect.objectContaining({ code, retryAfter: 1 }) as Error;
const takeAll = (budget: SocketBudget, share: string) => {
  const given: CountedSocket[] = [];
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
  first!.release();
  first!.release();
  expect(takeAll(budget, 'a')).toHaveLength(1);
});

test('no organization opens a connection when none is free', () => {
  const budget = new SocketBudget(1);
  budget.take('a');
  expect(() => budget.take('b')).toThrow(refused('UNAVAILABLE'));
});

/** Takes all that a share may have, and leaves them idle; answers the numbers of the closed ones. */
function idleIn(budget: SocketBudget, share: string): number[] {
  const closed: number[] = [];
  for (const [i, socket] of takeAll(budget, share).entries())
    socket.setIdle(() => {
      closed.push(i);
      socket.release();
    });
  return closed;
}

test('the oldest idle connection is closed when its organization has used up its share', () => {
  const budget = new SocketBudget(8);
  const others = idleIn(budget, 'b');
  const closed = idleIn(budget, 'a');
  expect([closed, others]).toEqual([[], []]);
  budget.take('a');
  expect([closed, others]).toEqual([[0], []]);
});

test('a connection that is busy again is not closed', () => {
  const budget = new SocketBudget(2);
  const socket = budget.take('a');
  socket.setIdle(() => {
    throw new Error('closed');
  });
  socket.setBusy();
  expect(() => budget.take('a')).toThrow(refused('RATE_LIMITED'));
});

test('an idle connection of another organization is closed when no connection is free', () => {
  const budget = new SocketBudget(1);
  const closed = idleIn(budget, 'a');
  budget.take('b');
  expect(closed).toEqual([0]);
});
