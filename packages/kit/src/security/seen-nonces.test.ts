import { SeenNonces } from './seen-nonces.ts';

test('a nonce is new once while its statement is valid, and forgotten soon after', () => {
  const nonces = new SeenNonces();
  const add = (nonce: string, now: number, validUntil = 120_000) => nonces.add(nonce, validUntil, now);
  expect([add('a', 0), add('a', 0), add('b', 1_000), add('a', 120_000)]).toEqual([true, false, true, false]);
  expect(add('b', 135_001, 255_001)).toBe(true);
  expect(add('a', 135_001)).toBe(true);
});
