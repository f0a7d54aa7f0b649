import { mock } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { NOTIFIED, WakeUp } from './wake-up.ts';
import { runInFlight } from '../../requests/in-flight.ts';

/** Waits for a wake-up as a caller does, and counts the looks. */
function watching(waiters: WakeUp, ms = 20_000) {
  const caller = new AbortController();
  const firstLook = Promise.withResolvers<void>();
  let looks = 0;
  let found: string | undefined;
  const look = async () => {
    looks++;
    firstLook.resolve();
    return found;
  };
  const answer = runInFlight({ caller: undefined, method: 'test', deadline: Infinity, signal: caller.signal }, () =>
    waiters.waitFor(ms, look),
  );
  return {
    answer,
    sleeps: firstLook.promise,
    caller,
    put: (what: string) => {
      found = what;
    },
    looks: () => looks,
  };
}

test('a value that is there is found at once, any other when the waiters are woken', async () => {
  const waiters = new WakeUp();
  const waiter = watching(waiters);
  await waiter.sleeps;
  waiter.put('it');
  waiters.wake();
  expect(await waiter.answer).toBe('it');
  expect(waiter.looks()).toBe(2);
});

test('nothing is taken for a caller who has gone', async () => {
  const waiter = watching(new WakeUp());
  await waiter.sleeps;
  waiter.put('it');
  waiter.caller.abort();
  expect([await waiter.answer, waiter.looks()]).toEqual([undefined, 1]);
});

test('a wait takes nothing once the process stops', async () => {
  const waiters = new WakeUp();
  const waiter = watching(waiters);
  await waiter.sleeps;
  waiter.put('it');
  waiters.stop();
  expect([await waiter.answer, waiter.looks()]).toEqual([undefined, 1]);
  expect(await waiters.waitFor(0, async () => 'it')).toBeUndefined();
});

test('a wake-up since a count is told, also when it came before the wait', async () => {
  const waiters = new WakeUp();
  const { wakes } = waiters;
  const woken = waiters.wokenSince(wakes, 20_000);
  waiters.wake();
  expect(await woken).toBe(true);
  expect(await waiters.wokenSince(wakes, 20_000)).toBe(true);
  expect(await waiters.wokenSince(waiters.wakes, 1)).toBe(false);
});

test('several calls soon wake the waiters once', async () => {
  mock.timers.enable({ apis: ['Date', 'setTimeout'] });
  try {
    const waiters = new WakeUp(NOTIFIED);
    const waiter = watching(waiters);
    await waiter.sleeps;
    for (let i = 0; i < 3; i++) waiters.wakeSoon();
    mock.timers.tick(499);
    await settled();
    expect(waiter.looks()).toBe(1);
    mock.timers.tick(1);
    await settled();
    expect(waiter.looks()).toBe(2);
    waiter.put('it');
    waiters.wakeSoon();
    mock.timers.tick(500);
    expect(await waiter.answer).toBe('it');
  } finally {
    mock.timers.reset();
  }
});

test('a waiter that notifications wake looks the more rarely the longer nothing happens', async () => {
  mock.timers.enable({ apis: ['Date', 'setTimeout'] });
  try {
    const waiters = new WakeUp(NOTIFIED);
    const waiter = watching(waiters, 60_000);
    const looksAfter = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 100) {
        await settled();
        mock.timers.tick(100);
      }
      await settled();
      return waiter.looks();
    };
    // After 0, 2 and 4 s, then 6, 9 and 13.5 s, then every 5 s.
    expect([await looksAfter(5_000), await looksAfter(10_000), await looksAfter(20_000)]).toEqual([3, 6, 10]);
    waiters.wake();
    expect(await looksAfter(5_000)).toBe(13);
    waiter.caller.abort();
    await waiter.answer;
  } finally {
    mock.timers.reset();
  }
});
