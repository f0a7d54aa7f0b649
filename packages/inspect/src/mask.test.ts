import { Problem } from '@assay/contract/problem';
import { withoutSecrets, maskedProblem, serverMask, savedSecretsOf } from './mask.ts';

test('a saved credential is hidden where a server repeats it, the name of its scheme is not', () => {
  expect(
    withoutSecrets(
      ['Bearer opaque-value-of-ours', 'Bearer', 'opaque-value-of-ours'],
      'X: opaque-value-of-ours, Bearer error="invalid_token"',
    ),
  ).toBe('X: [redacted], Bearer error="invalid_token"');
});

test('of two secrets the longer is hidden first, so that no part of it remains', () => {
  expect(withoutSecrets(['opaque-value', 'opaque-value-of-ours'], 'opaque-value-of-ours')).toBe('[redacted]');
});

test.each(['a-key-of-ours', 'a%20key%20of%20ours', 'a key of ours', 'password-of-ours', 'header-of-ours'])(
  'the parts of an address beside its path are secret: %s',
  (said) => {
    const target = {
      serverId: 'srv_1',
      serverName: 'Printer',
      url: 'https://user:password-of-ours@printer.example/mcp?key=a-key-of-ours&other=a%20key%20of%20ours',
      headers: { 'X-Key': 'header-of-ours' },
    };
    const mask = serverMask({
      mask: (text) => text,
      target: { ...target, egress: { admitted: (url) => new URL(url), fetch } },
    });
    const problem = maskedProblem(
      new Problem('FORBIDDEN', `No ${said}.`, { requiredScope: said, faults: [{ message: said }], elapsedMs: 3 }),
      mask,
    );
    expect([problem.message, problem.details]).toEqual([
      'No [redacted].',
      { requiredScope: '[redacted]', faults: [{ message: '[redacted]' }], elapsedMs: 3 },
    ]);
  },
);

test('an address without secrets has none', () =>
  expect(savedSecretsOf({ url: 'https://printer.example/mcp' }).join('')).toBe(''));
