import { callApproval } from './call-approval.ts';

test.each([
  ['all calls without a client', 'auto', undefined, 'auto'],
  ['all calls of a client that requires no approval', 'auto', false, 'auto'],
  ['no call of a client that requires approval', 'auto', true, 'none'],
  ['the read-only calls that the launch approves', 'readOnly', true, 'readOnly'],
  ['no call where the launch makes none', 'none', false, 'none'],
] as const)('a run makes %s', (_, toolApproval, requireToolApproval, expected) =>
  expect(callApproval({ toolApproval }, requireToolApproval === undefined ? undefined : { requireToolApproval })).toBe(
    expected,
  ),
);
