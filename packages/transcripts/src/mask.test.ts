import { holdsMask } from '@assay/contract/areas/servers/secret-values';
import { maskedJson } from './mask.ts';

test.each([
  ['a text that looks like a secret', { text: 'Bearer abcdefghijklmnop' }, { text: 'Bearer [redacted]' }],
  ['a text under a name of secrets', { a: [{ password: 'hunter2' }] }, { a: [{ password: '[redacted]' }] }],
  ['a secret of the caller', { text: 'you sent x-value-1!' }, { text: 'you sent [redacted]!' }],
  ['the longer of two secrets', { text: 'x-value-12' }, { text: '[redacted]' }],
  ['nothing else', { text: 'hi', n: 1, short: 'tiny' }, { text: 'hi', n: 1, short: 'tiny' }],
])('%s is masked', (_, document, masked) =>
  expect(JSON.parse(maskedJson(document, ['x-value-1', 'x-value-12', 'tiny']))).toEqual(masked),
);

test('masking a masked document changes nothing', () => {
  const once = maskedJson({
    a: 'password: hunter2, Bearer abcdefghijklmnop and sk_abcdefgh',
    b: '{"token":"abc","authorization":"Basic YWJjOmRlZg=="}',
    c: 'https://ann:secret@host/ eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln',
    token: 'x',
  });
  expect(maskedJson(JSON.parse(once))).toBe(once);
});

test('a document tells whether something in it was masked', () => {
  expect(holdsMask(JSON.parse(maskedJson({ password: 'hunter2' })))).toBe(true);
  expect(holdsMask({ user: 'ann' })).toBe(false);
  expect(holdsMask(undefined)).toBe(false);
});
