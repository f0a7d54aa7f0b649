import { createHash } from 'node:crypto';
import { hashOfSecret, isSecret, newSecret, ownOrNew } from './secret.ts';

test('a new secret is 32 random bytes in 43 characters, after what says what it is for', () => {
  expect(newSecret()).toMatch(/^[\w-]{43}$/);
  expect(newSecret('rt_')).toMatch(/^rt_[\w-]{43}$/);
  expect(newSecret()).not.toBe(newSecret());
});

test('what is kept of a secret is its SHA-256', () => {
  const secret = newSecret('tt_');
  expect(hashOfSecret(secret)).toEqual(createHash('sha256').update(secret).digest());
});

test('a browser keeps a secret that may be ours', () => {
  const secret = newSecret();
  expect([isSecret(secret), ownOrNew(secret)]).toEqual([true, secret]);
});

test.each(['', 'x', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}=`, `${'a'.repeat(43)}\n`, newSecret('rt_')])(
  'a browser that brings %j is given another',
  (brought) => {
    expect([isSecret(brought), isSecret(ownOrNew(brought))]).toEqual([false, true]);
  },
);
