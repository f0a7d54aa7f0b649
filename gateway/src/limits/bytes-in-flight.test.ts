import { BytesInFlight } from './bytes-in-flight.ts';

const MB = 1024 * 1024;
const refusal = (code: string) =>
  expect.objectContaining({ code, retryAfter: 5, details: { reason: 'BYTES_IN_FLIGHT' } });

test('an organization has half of the budget, and the process all of it', () => {
  const bytes = new BytesInFlight(20 * MB);
  const giveBack = bytes.admit('a', 8 * MB, 'writes')!;
  expect(() => bytes.admit('a', 3 * MB, 'writes')).toThrow(refusal('RATE_LIMITED'));
  bytes.admit('b', 8 * MB, 'writes');
  expect(() => bytes.admit('c', 5 * MB, 'writes')).toThrow(refusal('UNAVAILABLE'));
  giveBack();
  bytes.admit('c', 5 * MB, 'writes');
});

test('a single body finds room even if it is larger than the share', () => {
  const bytes = new BytesInFlight(4 * MB);
  bytes.admit('a', 12 * MB, 'writes')!();
  expect(() => bytes.admit('a', 12 * MB, 'writes')).not.toThrow();
});

test('small bodies are not counted, and need room in the budget of the process alone', () => {
  const bytes = new BytesInFlight(20 * MB);
  for (let i = 0; i < 100; i++) expect(bytes.admit('a', MB, 'writes')).toBeUndefined();
  bytes.holdAnswer('a', 15 * MB, 'reads');
  bytes.admit('a', 10, 'writes');
  const giveBack = bytes.holdAnswer('b', 6 * MB, 'reads')!;
  expect(() => bytes.admit('a', 10, 'writes')).toThrow(refusal('UNAVAILABLE'));
  expect(() => bytes.admit('c', 10, 'writes')).toThrow(refusal('UNAVAILABLE'));
  giveBack();
  bytes.admit('a', 10, 'writes');
});

test('requests that had a large answer lately need room for another one', () => {
  const bytes = new BytesInFlight(20 * MB);
  const giveBack = bytes.holdAnswer('a', 6 * MB, 'traces')!;
  expect(() => bytes.admit('a', 10, 'traces')).toThrow(refusal('RATE_LIMITED'));
  bytes.admit('a', 10, 'runs');
  bytes.admit('b', 10, 'traces');
  bytes.holdAnswer('b', 9 * MB, 'runs');
  expect(() => bytes.admit('a', 10, 'traces')).toThrow(refusal('RATE_LIMITED'));
  giveBack();
  bytes.admit('a', 10, 'traces');
});

test('a request through a tunnel holds a window in each direction', () => {
  const bytes = new BytesInFlight(4 * MB);
  const held = Array.from({ length: 4 }, () => bytes.admitRelay('a'));
  expect(held.every(Boolean)).toBe(true);
  expect(bytes.admitRelay('a')).toBeUndefined();
  expect(() => bytes.admit('a', 2 * MB, 'writes')).toThrow(refusal('RATE_LIMITED'));
  for (let i = 0; i < 4; i++) expect(bytes.admitRelay('b')).toBeDefined();
  expect(bytes.admitRelay('c')).toBeUndefined();
  held[0]!();
  expect(bytes.admitRelay('c')).toBeDefined();
});
