import type { Problem } from '@assay/contract/problem';
import { assertOwnHost } from './own-host.ts';

test.each([
  ['https://assay.example', 'assay.example', true],
  ['https://assay.example', 'ASSAY.example', true],
  ['https://assay.example:8443', 'assay.example:8443', true],
  ['https://assay.example', 'localhost:4000', true],
  ['https://assay.example', '127.0.0.1:4000', true],
  ['https://assay.example', '[::1]:4000', true],
  ['https://assay.example', 'evil.example', false],
  ['https://assay.example', '127.0.0.1.evil.example', false],
  ['https://assay.example', 'assay.example.evil.example', false],
  ['https://assay.example', 'assay.example@evil.example', false],
  ['https://assay.example', undefined, false],
  ['http://127.0.0.1:4000', '10.0.0.1:4000', false],
])('an installation at %s serves sign-in for the host %s: %s', (publicUrl, host, own) => {
  expect(refusalOf(() => assertOwnHost(publicUrl)(host))).toBe(own ? undefined : 'FORBIDDEN');
});

/** The code of the Problem that a check throws. */
function refusalOf(check: () => void): string | undefined {
  try {
    check();
  } catch (error) {
    return (error as Problem).code;
  }
  return undefined;
}
