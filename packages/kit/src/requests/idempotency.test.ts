import { assertSameRequest, requestHash } from './idempotency.ts';

test.each<[string, { requestHash?: string | null }, { requestHash?: string }]>([
  ['another request', { requestHash: 'a' }, { requestHash: 'b' }],
  ['one of which is not known what it asks', { requestHash: 'a' }, {}],
])('under a key that was used, %s is a conflict that names what was made', (_, earlier, now) => {
  expect(() => assertSameRequest(earlier, now, { runId: 'run_1' })).toThrow(
    expect.objectContaining({ code: 'CONFLICT', details: { reason: 'IDEMPOTENCY_CONFLICT', runId: 'run_1' } }),
  );
});

test.each<[string, { requestHash?: string | null }]>([
  ['the same request', { requestHash: 'a' }],
  ['one after a request that is not known', { requestHash: null }],
])('under a key that was used, %s is let through', (_, earlier) =>
  expect(() => assertSameRequest(earlier, { requestHash: 'a' })).not.toThrow(),
);

test('hashes of requests do not change between versions', () => {
  expect(requestHash([{ b: 1, a: [{ d: undefined, c: null }] }, 'k', new Date(0)])).toBe(
    'ZLcVdd6ht1Dzw-aYqxXYgJzCzrX4DR_bPmfDWh2uDbQ',
  );
  expect(requestHash({ A: { x: 'é', y: 2 }, z: 1 })).toBe('29UujGi3ePiQ-KH6sLOdBFBXhsLYWiq7md03tHuRv3s');
});
