import { waitRemark } from '../../src/platform/tell-wait.ts';

const entry = { operationId: 'getMe', method: 'GET', path: '/api/v1/me', attempt: 1, durationMs: 1 };

test('a long wait that the platform asks for is told with its reason', () => {
  expect(waitRemark({ ...entry, status: 429, failure: 'RATE_LIMITED', retryInMs: 30_100 })).toBe(
    'The platform asks to wait 30 s (RATE_LIMITED, HTTP 429). Ctrl-C ends the command.\n',
  );
});

test.each([
  ['a short wait', { status: 503, failure: 'UNAVAILABLE', retryInMs: 1_200 }],
  ['a failure without a wait', { status: 503, failure: 'UNAVAILABLE' }],
  ['a wait of the client for a lost connection', { failure: 'network', retryInMs: 9_000 }],
])('%s is not told', (_, more) => {
  expect(waitRemark({ ...entry, ...more })).toBeUndefined();
});
