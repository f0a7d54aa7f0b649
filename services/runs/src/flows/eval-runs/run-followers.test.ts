import { setImmediate } from 'node:timers/promises';
import { mock } from 'node:test';
import { RunFollowers } from './run-followers.ts';

beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] }));
afterEach(() => mock.timers.reset());

/** Lets this much time pass, a tick of the followers at a time, with everything that follows from it. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) {
    mock.timers.tick(Math.min(left, 500));
    await setImmediate();
  }
  await setImmediate();
}

const PENDING = 0;
const [RUNNING, OVER] = [1, 3];
const ended = (finished: number, rank = RUNNING) => finished * 8 + rank;

/** Followers over states that a test sets, and the reads of them. */
function fixture() {
  const states = new Map<string, number>();
  const reads: string[][] = [];
  const followers = new RunFollowers(async (runIds) => {
    reads.push(runIds);
    return states;
  });
  const told: string[] = [];
  const follow = (runId: string, ms = 10_000, paceMs = 0, known = PENDING) =>
    followers.waitForChange(runId, known, ms, paceMs).then(() => told.push(runId));
  return { states, reads, followers, told, follow };
}

test('a change by this process is told at once, to the followers of the run alone', async () => {
  const { states, reads, followers, told, follow } = fixture();
  states.set('mine', PENDING).set('other', PENDING);
  for (const runId of ['mine', 'mine', 'other']) void follow(runId);
  followers.wake('mine');
  followers.wake('unfollowed');
  await pass(0);
  expect([told, reads]).toEqual([[], [['mine']]]);
  states.set('mine', ended(1));
  followers.wake('mine');
  await pass(0);
  expect([told, reads]).toEqual([
    ['mine', 'mine'],
    [['mine'], ['mine']],
  ]);
  followers.stop();
});

test('changes by other processes are read for all followers together, while there are any', async () => {
  const { states, reads, told, follow } = fixture();
  const runIds = Array.from({ length: 50 }, (_, i) => `run_${i}`);
  for (const runId of runIds) states.set(runId, PENDING);
  for (const runId of runIds) for (let i = 0; i < 3; i++) void follow(runId);
  await pass(1_000);
  expect(reads).toEqual([runIds, runIds]);
  for (const runId of runIds) states.set(runId, ended(1));
  await pass(60_000);
  expect([told.length, reads.length]).toEqual([150, 3]);
});

test.each([
  ['a change of counts after the pace', ended(1), 500],
  ['a change of the status at once', ended(1, OVER), 0],
])('%s is told', async (_, state, afterMs) => {
  const { states, followers, told, follow } = fixture();
  states.set('a', state);
  void follow('a', 10_000, 500, ended(0));
  followers.wake('a');
  await pass(Math.max(0, afterMs - 1));
  followers.wake('a');
  expect(told).toEqual(afterMs > 0 ? [] : ['a']);
  await pass(1);
  expect(told).toEqual(['a']);
});

test.each([
  ['when its time is over', 10_000, true],
  ['before its time is over', 9_999, false],
])('a wait without a change ends %s', async (_, ms, isOver) => {
  const { states, followers, told, follow } = fixture();
  states.set('a', PENDING);
  void follow('a');
  await pass(ms);
  expect(told).toEqual(isOver ? ['a'] : []);
  followers.stop();
});

test('followers are told when the states cannot be read, and when the run is gone', async () => {
  const told: string[] = [];
  const follow = async (readStates: () => Promise<Map<string, number>>, name: string) => {
    const followers = new RunFollowers(readStates);
    void followers.waitForChange('a', PENDING, 10_000).then(() => told.push(name));
    followers.wake('a');
    await pass(0);
  };
  await follow(() => Promise.reject(new Error('no database')), 'unread');
  await follow(async () => new Map(), 'gone');
  expect(told).toEqual(['unread', 'gone']);
});

test('a stop ends every wait, and later waits end at once', async () => {
  const { followers, told, follow } = fixture();
  const waits = [follow('a'), follow('a'), follow('b')];
  followers.stop();
  await Promise.all(waits);
  await follow('c');
  expect(told).toEqual(['a', 'a', 'b', 'c']);
});
