import { argon2Sync } from 'node:crypto';
import { hashPassword, DUMMY_HASH, passwordFault, verifyPassword } from './password.ts';

const salt = Buffer.from('0123456789abcdef');

test('a hash names its algorithm and cost, and is verified from these', async () => {
  const [, algorithm, version, cost, saltText, tag] = (await hashPassword('correct horse', salt)).split('$');
  expect([algorithm, version, cost]).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1']);
  const again = argon2Sync('argon2id', {
    message: 'correct horse',
    nonce: Buffer.from(saltText!, 'base64'),
    memory: 19_456,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
  });
  expect(Buffer.from(tag!, 'base64')).toEqual(again);
});

test('one password typed on different keyboards has one hash', async () => {
  expect(await hashPassword('caf\u00e9', salt)).toBe(await hashPassword('cafe\u0301', salt));
});

test('another salt gives another hash', async () => {
  expect(await hashPassword('x', salt)).not.toBe(await hashPassword('x', Buffer.alloc(16)));
});

test('the right password is verified, and a wrong one is not', async () => {
  const hash = await hashPassword('correct horse', salt);
  expect(await Promise.all(['correct horse', 'correct horsE', ''].map((each) => verifyPassword(each, hash)))).toEqual([
    true,
    false,
    false,
  ]);
});

test('a hash is verified at the cost that it names', async () => {
  const tag = argon2Sync('argon2id', {
    message: 'of old',
    nonce: salt,
    memory: 64,
    passes: 1,
    parallelism: 1,
    tagLength: 16,
  });
  const hash = `$argon2id$v=19$m=64,t=1,p=1$${salt.toString('base64').replace(/=+$/, '')}$${tag.toString('base64').replace(/=+$/, '')}`;
  expect(await verifyPassword('of old', hash)).toBe(true);
});

test('the dummy hash matches no password and costs as much as a real one', async () => {
  expect(DUMMY_HASH.split('$')[3]).toBe((await hashPassword('x', salt)).split('$')[3]);
  expect(await verifyPassword('', DUMMY_HASH)).toBe(false);
});

test.each([
  ['long enough', 'correct horse', undefined],
  ['twelve characters beyond the BMP', '😀🦊🌵🍉'.repeat(3), undefined],
  ['a passphrase', 'another long passphrase', undefined],
  ['a known word among others', 'my password is a secret', undefined],
  ['eleven of them', '😀'.repeat(11), 'at least 12'],
  ['twelve that are eight once they are composed', 'e\u0301'.repeat(4) + 'abcd', 'at least 12'],
  ['a known password', 'Password1234!', 'well-known'],
  ['a known word with digits around it', '2024Qwertyuiop!!', 'well-known'],
  ['a known word, twice', 'letmein letmein', 'well-known'],
  ['a sequence', 'abcdefghijklmnop', 'well-known'],
  ['digits in their order', '123456789012', 'well-known'],
  ['one character', 'aaaaaaaaaaaaaaaa', 'well-known'],
  ['three characters', 'abcabcabcabcabc', 'well-known'],
  ['the e-mail address', 'Ada@Acme.Example', 'e-mail'],
  ['the e-mail address in wide letters', 'ａｄａ@acme.example', 'e-mail'],
])('a new password that is %s', (_, password, message) => {
  const fault = passwordFault(password, 'ada@acme.example', '/next');
  expect(fault && { ...fault, message: fault.message.includes(message!) }).toEqual(
    message && { path: '/next', message: true },
  );
});
