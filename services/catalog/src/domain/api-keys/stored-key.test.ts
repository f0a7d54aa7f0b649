import { createHash } from 'node:crypto';
import { storedKey } from './stored-key.ts';

test('a stored key cannot be used as a key', () => {
  const key = `sk_${'k'.repeat(46)}`;
  const { hash, prefix } = storedKey(key);
  expect(hash).toEqual(createHash('sha256').update(key).digest());
  expect(key.startsWith(prefix) && prefix.length <= 8).toBe(true);
});
