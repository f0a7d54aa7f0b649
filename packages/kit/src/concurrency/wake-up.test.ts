import { Bell } from './wake-up.ts';
import { runInFlight } from '../requests/in-flight.ts';

/** Waits on a bell for somebody who asks, and counts how often it looks. */
function watching(bell: Bell, ms = 20_000) {
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
    bell.watch(ms, look),
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

test('what is there is found at once, and what is not when the bell rings', async () => {
  const bell = new Bell();
  const waiter = watching(bell);
  await waiter.sleeps;
  waiter.put('it');
  bell.ring();
  expect(await waiter.answer).toBe('it');
  expect(waiter.looks()).toBe(2);
});

test('nothing is taken for a caller who has gone', async () => {
  const waiter = watching(new Bell());
  await waiter.sleeps;
  waiter.put('it');
  waiter.caller.abort();
  expect([await waiter.answer, waiter.looks()]).toEqual([undefined, 1]);
});

test('nothing is taken for anybody once the process stops', async () => {
  const bell = new Bell();
  const waiter = watching(bell);
  await waiter.sleeps;
  waiter.put('it');
  bell.stop();
  expect([await waiter.answer, waiter.looks()]).toEqual([undefined, 1]);
  expect(await bell.watch(0, async () => 'it')).toBeUndefined();
});
