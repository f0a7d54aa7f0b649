import { createHash } from 'node:crypto';
import { apiKeyOf, isApiKey, runnerTokenOf, storedKey } from './api-key.ts';

const key = apiKeyOf(Buffer.alloc(32, 7));

test('a key of ours is one', () => expect(isApiKey(key)).toBe(true));

test.each(['', 'sk_', 'sk_short', `pk_${'a'.repeat(43)}`, `sk_${'a'.repeat(42)} `, `sk_${'ä'.repeat(43)}`])('%j is not a key', (text) => expect(isApiKey(text)).toBe(false));

test('a runner token is no key', () => {
  const token = runnerTokenOf(Buffer.alloc(32, 7));
  expect([token, isApiKey(token)]).toEqual([expect.stringMatching(/^rt_[\w-]{43}$/), false]);
});

test('what is stored cannot be used as a key', () => {
  const { hash, prefix } = storedKey(key);
  expect(hash).toEqual(createHash('sha256').update(key).digest());
  expect(key.startsWith(prefix) && prefix.length <= 8).toBe(true);
});
