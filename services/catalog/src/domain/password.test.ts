import { argon2Sync } from 'node:crypto';
import { hashPassword } from './password.ts';

const salt = Buffer.from('0123456789abcdef');

test('a hash names its algorithm and cost, and verifies with them alone', async () => {
  const [, algorithm, version, cost, saltText, tag] = (await hashPassword('correct horse', salt)).split('$');
  expect([algorithm, version, cost]).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1']);
  const again = argon2Sync('argon2id', { message: 'correct horse', nonce: Buffer.from(saltText!, 'base64'), memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 });
  expect(Buffer.from(tag!, 'base64')).toEqual(again);
});

test('the same password typed on another keyboard hashes alike', async () => {
  expect(await hashPassword('caf\u00e9', salt)).toBe(await hashPassword('cafe\u0301', salt));
});

test('another salt gives another hash', async () => {
  expect(await hashPassword('x', salt)).not.toBe(await hashPassword('x', Buffer.alloc(16)));
});
