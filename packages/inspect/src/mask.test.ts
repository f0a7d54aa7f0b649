import { Problem } from '@assay/contract/problem';
import type { TokenSource } from '@assay/mcp/target';
import { inspectedServerOf } from '../test/inspected-server.ts';
import { maskedProblem, savedSecretsOf } from './mask.ts';

test.each([
  'a-key-of-ours',
  'a%20key%20of%20ours',
  'a key of ours',
  'password-of-ours',
  'header-of-ours',
  'variable-of-ours',
  'secret with blanks',
  Buffer.from('header-of-ours').toString('base64'),
  '0f1e2d3c4b5a69788796',
])('the saved values and the secrets of an address are masked: %s', (said) => {
  const { mask } = inspectedServerOf(
    'https://user:password-of-ours@printer.example/0f1e2d3c4b5a69788796/mcp?key=a-key-of-ours&other=a%20key%20of%20ours',
    {
      headers: { 'X-Key': 'Bearer header-of-ours', 'X-Secret': 'prefix:secret with blanks' },
      secrets: ['secret with blanks'],
      command: { command: 'a', args: [], env: { KEY: 'variable-of-ours' } },
    },
  );
  const problem = maskedProblem(
    new Problem('FORBIDDEN', `No ${said}.`, { requiredScope: said, faults: [{ message: said }], elapsedMs: 3 }),
    mask,
  );
  expect([problem.message, problem.details]).toEqual([
    'No [redacted].',
    { requiredScope: '[redacted]', faults: [{ message: '[redacted]' }], elapsedMs: 3 },
  ]);
  expect(mask('Bearer error="invalid_token"')).toBe('Bearer error="invalid_token"');
});

test('every access token that was used is masked, the renewed one too', async () => {
  const issued = ['token-one-of-ours', 'token-two-of-ours'];
  const tokens: TokenSource = { token: async () => issued.shift() };
  const { target, hide } = inspectedServerOf('https://printer.example/mcp', { tokens });
  await target.tokens!.token();
  expect(hide('token-one-of-ours token-two-of-ours')).toBe('[redacted] token-two-of-ours');
  await target.tokens!.token('token-one-of-ours');
  expect(hide('token-one-of-ours token-two-of-ours')).toBe('[redacted] [redacted]');
});

test('an address without secrets has none', () =>
  expect(savedSecretsOf({ url: 'https://printer.example/mcp' }).join('')).toBe(''));
