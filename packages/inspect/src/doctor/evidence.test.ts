import { shown } from './evidence.ts';

test('a server that sends our credentials back does not get them into a report', () => {
  const evidence = { httpStatus: 401, body: 'You sent X: opaque-value-of-ours and Bearer abcdefghijkl', challenge: 'Bearer error="invalid_token"' };
  expect(shown(evidence, ['Bearer opaque-value-of-ours', 'Bearer', 'opaque-value-of-ours'])).toEqual({
    httpStatus: 401, body: 'You sent X: [redacted] and Bearer [redacted]', challenge: 'Bearer error="invalid_token"',
  });
});
