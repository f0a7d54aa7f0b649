import { randomInt } from 'node:crypto';
import { BASE62 } from '@assay/kit/security/api-key';
import { isApiKey, newApiKey } from './api-key.ts';

const key = newApiKey(randomInt);

test('a new key is 40 drawn base62 digits and their checksum', () => {
  let drawn = 0;
  const made = newApiKey((below) => drawn++ % below);
  expect([made, drawn]).toEqual([`sk_${BASE62.slice(0, 40)}2IbYnP`, 40]);
  expect(key).toMatch(/^sk_[0-9A-Za-z]{46}$/);
  expect(newApiKey(randomInt)).not.toBe(key);
});

test.each([
  ['of ours', key],
  ['that was made before keys had a checksum', `sk_${'a'.repeat(43)}`],
  ['that an operator chose', `sk_${'-'.repeat(32)}`],
  ['that looks like an API key by chance', `sk_${'a'.repeat(46)}`],
])('the key %s is recognized', (_, text) => {
  expect(isApiKey(text)).toBe(true);
});

test.each([
  '',
  'sk_',
  'sk_short',
  `pk_${'a'.repeat(43)}`,
  `sk_${'a'.repeat(42)} `,
  `sk_${'ä'.repeat(43)}`,
  `rt_${'a'.repeat(43)}`,
])('%j is not recognized as a key', (text) => expect(isApiKey(text)).toBe(false));
