import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { maskedAssertion, maskedStandard } from './masked-standard.ts';

test.each([
  [
    'an argument that looks like a secret is masked',
    { type: 'toolCalledWith', toolName: 'login', args: { args: { user: 'ann', password: 'hunter2' } } },
    { type: 'toolCalledWith', toolName: 'login', args: { args: { user: 'ann', password: '[redacted]' } } },
  ],
  [
    'a text that looks like a secret is masked',
    { type: 'responseContains', needle: 'Bearer abcdefghijk' },
    { type: 'responseContains', needle: 'Bearer [redacted]' },
  ],
  [
    'a pattern stays as it was written',
    { type: 'responseMatches', pattern: 'token=[a-z]+' },
    { type: 'responseMatches', pattern: 'token=[a-z]+' },
  ],
  [
    'a pattern that must not match stays as it was written',
    { type: 'responseNotMatches', pattern: 'token=[a-z]+' },
    { type: 'responseNotMatches', pattern: 'token=[a-z]+' },
  ],
])('of an expectation %s', (_, assertion, masked) => expect(maskedAssertion(assertion)).toEqual(masked));

test('assertions of steps and of the suite are masked, but acting steps are not', () => {
  const act = {
    id: 'a',
    kind: 'toolCall' as const,
    serverName: 's',
    toolName: 't',
    arguments: { password: 'hunter2' },
  };
  const frozen = {
    steps: [act, { id: 'b', kind: 'assert', assertion: { type: 'responseContains', needle: 'token=abc' } }],
  } as unknown as FrozenCase;
  expect(maskedStandard(frozen, [{ type: 'responseContains', needle: 'token=abc' }])).toEqual({
    frozen: {
      steps: [act, { id: 'b', kind: 'assert', assertion: { type: 'responseContains', needle: 'token=[redacted]' } }],
    },
    checks: [{ type: 'responseContains', needle: 'token=[redacted]' }],
  });
});
