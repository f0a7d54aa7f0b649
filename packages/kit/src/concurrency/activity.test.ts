import { mock } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { Activity } from './activity.ts';

const never = new AbortController().signal;
const MINUTE_MS = 60_000;

beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
afterEach(() => mock.timers.reset());

const activityNow = () => new Activity(() => Date.now());
const passTime = async (ms: number) => {
  mock.timers.tick(ms);
  await settled();
};

/** A rest, and whether it ended. */
function resting(activity: Activity, { turn = 0, ms = Infinity, signal = never } = {}) {
  const state = { isOver: false };
  void activity.rest(turn, ms, signal).then(() => {
    state.isOver = true;
  });
  return state;
}

test('a process is quiet when nothing happened for a minute', async () => {
  const activity = activityNow();
  expect(activity.isQuiet()).toBe(false);
  await activity.rest(0, Infinity, never);
  await passTime(MINUTE_MS + 1);
  expect(activity.isQuiet()).toBe(true);
  activity.note();
  expect(activity.isQuiet()).toBe(false);
});

test('a rest ends after a minute at most, when it is due, with news and with the stop', async () => {
  const activity = activityNow();
  await passTime(MINUTE_MS + 1);
  const stopping = new AbortController();
  const [long, due, stopped] = [
    resting(activity),
    resting(activity, { ms: 1_000 }),
    resting(activity, { signal: stopping.signal }),
  ];
  await passTime(999);
  expect(due.isOver).toBe(false);
  await passTime(1);
  expect(due.isOver).toBe(true);
  stopping.abort();
  await passTime(0);
  expect([long.isOver, stopped.isOver]).toEqual([false, true]);
  await passTime(MINUTE_MS);
  expect(long.isOver).toBe(true);
  const next = resting(activity);
  activity.note();
  await passTime(0);
  expect(next.isOver).toBe(true);
});
