import { waitRemark } from '../../src/platform/tell-wait.ts';

const entry = { operationId: 'getMe', method: 'GET', path: '/api/v1/me', attempt: 1, durationMs: 1 };

test.each([
  ['30 s', { status: 429, failure: 'RATE_LIMITED', retryInMs: 30_100 }, 'wait 30 s (RATE_LIMITED, HTTP 429).'],
  ['1 s', { status: 503, failure: 'UNAVAILABLE', retryInMs: 1_200 }, undefined],
  ['none', { status: 503, failure: 'UNAVAILABLE' }, undefined],
  ['9 s of the client itself', { failure: 'network', retryInMs: 9_000 }, undefined],
])('a wait that the platform asks for is told when it is long: %s', (_, more, told) => {
  const remark = waitRemark({ ...entry, ...more });
  if (told === undefined) expect(remark).toBeUndefined();
  else expect(remark).toContain(told);
});
