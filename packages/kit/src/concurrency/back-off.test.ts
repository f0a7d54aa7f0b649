import { backOffMs, retry } from './back-off.ts';

const quick = { firstMs: 1, longestMs: 4, signal: new AbortController().signal };

test.each([
  [1, 100],
  [2, 200],
  [5, 1_600],
  [6, 2_000],
  [60, 2_000],
])('the pause after failure %i is %i ms, give or take a quarter', (failures, ms) => {
  const pauses = Array.from({ length: 50 }, () => backOffMs(failures, { firstMs: 100, longestMs: 2_000 }));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(0.75 * ms);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(1.25 * ms);
  expect(new Set(pauses).size).toBeGreaterThan(1);
});

test('a retry answers the first success', async () => {
  let attempts = 0;
  const work = async () => {
    if (++attempts < 3) throw new Error('not yet');
    return attempts;
  };
  expect(await retry(work, { ...quick, again: () => true })).toBe(3);
});

test('a retry throws the error that does not pass by itself', async () => {
  let attempts = 0;
  const work = () => Promise.reject(new Error(++attempts < 2 ? 'away' : 'wrong'));
  const again = (error: unknown) => (error as Error).message === 'away';
  await expect(retry(work, { ...quick, again })).rejects.toThrow('wrong');
  expect(attempts).toBe(2);
});

test('a retry ends with the reason of its signal, also while it pauses', async () => {
  const stopping = new AbortController();
  const retrying = retry(() => Promise.reject(new Error('away')), {
    firstMs: 60_000,
    longestMs: 60_000,
    signal: stopping.signal,
    again: () => {
      setImmediate(() => stopping.abort(new Error('stopped')));
      return true;
    },
  });
  await expect(retrying).rejects.toThrow('stopped');
});
