import { status as grpc } from '@grpc/grpc-js';
import { codes, Problem, type Code } from '@assay/contract/problem';
import { fromStatus, toStatus } from './wire.ts';

test.each(Object.keys(codes) as Code[])('%s crosses the mesh with everything it says', (code) => {
  const problem = new Problem(code, 'Käse "ist" alle', { reason: 'X', nested: { list: [1, null] } }, 2.5);
  const { message, details, retryAfter } = problem;
  expect(fromStatus(toStatus(problem))).toMatchObject({ code, message, details, retryAfter });
});

test('a problem without details stays without', () => {
  expect(fromStatus(toStatus(new Problem('NOT_FOUND', 'No such thing.')))).toMatchObject({ details: undefined, retryAfter: undefined });
});

test('a fault of the mesh shows none of its own words', () => {
  expect(fromStatus({ code: grpc.UNAVAILABLE, details: 'connect ECONNREFUSED 10.0.0.1:5432' })).toMatchObject({ code: 'INTERNAL_ERROR', retryAfter: 1 });
  expect(fromStatus({ code: grpc.DEADLINE_EXCEEDED })).toMatchObject({ code: 'TIMEOUT' });
  expect(fromStatus({ code: grpc.UNKNOWN, details: 'secret' }).message).toBe('Internal error.');
});
