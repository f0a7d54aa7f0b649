import { status as grpc } from '@grpc/grpc-js';
import { ProblemDetail, RpcStatus } from '@assay/mesh/gen/assay/v1/problem';
import { problemCodes, Problem, type ProblemCode } from '@assay/contract/problem';
import { fromStatus, toStatus } from './wire.ts';

test.each(Object.keys(problemCodes) as ProblemCode[])('%s crosses the mesh with everything it says', (code) => {
  const problem = new Problem(code, 'Käse "ist" alle', { reason: 'X', nested: { list: [1, null] } }, 2.5);
  const { message, details, retryAfter } = problem;
  expect(fromStatus(toStatus(problem))).toMatchObject({ code, message, details, retryAfter });
});

test('a problem without details stays without', () => {
  expect(fromStatus(toStatus(new Problem('NOT_FOUND', 'No such thing.')))).toMatchObject({
    details: undefined,
    retryAfter: undefined,
  });
});

test.each(['constructor', 'toString', '__proto__', 'NEW_CODE'])(
  'a code that this process does not know is a fault of the other side: %s',
  (code) => {
    const stranger = { ...toStatus(new Problem('NOT_FOUND', 'No such thing.')) };
    const status = {
      code: 5,
      message: '',
      details: [
        {
          typeUrl: 'type.googleapis.com/assay.v1.ProblemDetail',
          value: Buffer.from(
            ProblemDetail.encode({ code, message: 'm', retryAfter: 0, details: Buffer.alloc(0) }).finish(),
          ),
        },
      ],
    };
    stranger.metadata.set('grpc-status-details-bin', Buffer.from(RpcStatus.encode(status).finish()));
    expect(fromStatus(stranger)).toMatchObject({ code: 'INTERNAL_ERROR', message: 'm' });
  },
);

test('a fault of the mesh shows none of its own words', () => {
  expect(fromStatus({ code: grpc.UNAVAILABLE, details: 'connect ECONNREFUSED 10.0.0.1:5432' })).toMatchObject({
    code: 'UNAVAILABLE',
    retryAfter: 1,
  });
  expect(fromStatus({ code: grpc.UNAVAILABLE }, true)).toMatchObject({
    details: { reason: 'OUTCOME_UNKNOWN' },
    retryAfter: undefined,
  });
  expect(fromStatus({ code: grpc.DEADLINE_EXCEEDED })).toMatchObject({ code: 'TIMEOUT' });
  expect(fromStatus({ code: grpc.UNKNOWN, details: 'secret' }).message).toBe('Internal error.');
  expect(fromStatus({ code: grpc.UNIMPLEMENTED, details: 'secret' })).toMatchObject({
    code: 'UNAVAILABLE',
    details: { reason: 'RPC_UNKNOWN' },
    retryAfter: 10,
    message: expect.not.stringContaining('secret') as string,
  });
});

test.each([
  [
    'a long text',
    { reason: 'X', issues: [{ path: '/model', message: 'm'.repeat(200_000) }] },
    { reason: 'X', issues: [{ path: '/model', message: expect.stringMatching(/^m{200}…$/) as string }] },
  ],
  [
    'very many entries',
    { reason: 'X', ids: Array.from({ length: 20_000 }, (_, i) => `id-${i}`) },
    { truncated: true, reason: 'X' },
  ],
])('a problem with %s crosses in a size that the connection survives', (_, details, arrived) => {
  const status = toStatus(new Problem('VALIDATION_ERROR', 'x'.repeat(200_000), details));
  const crossed = fromStatus(status);
  expect(crossed.message.length).toBeLessThan(1_100);
  expect(crossed.details).toEqual(arrived);
  expect(
    Buffer.byteLength(status.details) + (status.metadata.get('grpc-status-details-bin')[0] as Buffer).length,
  ).toBeLessThan(14_000);
});

test('half a character, where a message was cut, is written as one that says so', () => {
  const { details } = toStatus(new Problem('NOT_FOUND', `${'x'.repeat(999)}\u{1F600} and more`));
  expect(() => encodeURI(details)).not.toThrow();
  expect(details.endsWith('x\uFFFD…')).toBe(true);
});
