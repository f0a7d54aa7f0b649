import { hiding, masked } from './evidence.ts';

test('a credential of ours is hidden wherever a server repeats it, the name of its scheme is not', () => {
  expect(hiding(['Bearer opaque-value-of-ours', 'Bearer', 'opaque-value-of-ours'], 'X: opaque-value-of-ours, Bearer error="invalid_token"')).toBe('X: [redacted], Bearer error="invalid_token"');
});

test('every text in evidence is masked, at any depth, and nothing else is touched', () => {
  const evidence = { httpStatus: 401, body: 'a', addresses: ['a'], faults: [{ code: 'x', message: 'a' }] };
  expect(masked(evidence, (text) => text.toUpperCase())).toEqual({ httpStatus: 401, body: 'A', addresses: ['A'], faults: [{ code: 'X', message: 'A' }] });
});
