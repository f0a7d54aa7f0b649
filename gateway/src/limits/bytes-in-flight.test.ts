import { BytesInFlight } from './bytes-in-flight.ts';

const MB = 1024 * 1024;
const refusal = (code: string) =>
  expect.objectContaining({ code, retryAfter: 5, details: { reason: 'BYTES_IN_FLIGHT' } });

test('an organization has half of the budget, and the process all of it', () => {
  const bytes = new BytesInFlight(20 * MB);
  const giveBack = bytes.admit('a', 8 * MB);
  expect(() => bytes.admit('a', 3 * MB)).toThrow(refusal('RATE_LIMITED'));
  bytes.admit('b', 8 * MB);
  expect(() => bytes.admit('c', 5 * MB)).toThrow(refusal('UNAVAILABLE'));
  giveBack();
  bytes.admit('c', 5 * MB);
});

test('a single body finds room even if it is larger than the share', () => {
  const bytes = new BytesInFlight(4 * MB);
  bytes.admit('a', 12 * MB)();
  expect(() => bytes.admit('a', 12 * MB)).not.toThrow();
});

test('small bodies are not counted, but refused while answers fill the share', () => {
  const bytes = new BytesInFlight(4 * MB);
  for (let i = 0; i < 100; i++) bytes.admit('a', MB);
  const giveBack = bytes.holdAnswer('a', 3 * MB);
  expect(() => bytes.admit('a', 10)).toThrow(refusal('RATE_LIMITED'));
  bytes.admit('b', 10);
  giveBack();
  bytes.admit('a', 10);
});
