import { randomBytes } from 'node:crypto';
import { parseKey, rewrapped, seal, unseal } from './seal.ts';

const key = randomBytes(32);
const value = Buffer.from('{"headers":{"authorization":"Bearer x"}}');

test('what was sealed opens with its key and context, and shows nothing of itself', () => {
  const sealed = seal(value, key, 'server:1');
  expect(unseal(sealed, key, 'server:1')).toEqual(value);
  expect(sealed.includes('Bearer')).toBe(false);
  expect(seal(value, key, 'server:1')).not.toEqual(sealed);
});

test('an empty value can be sealed', () => expect(unseal(seal(Buffer.alloc(0), key, 'x'), key, 'x')).toHaveLength(0));

test('another key is told apart from damage', () => {
  const sealed = seal(value, key, 'server:1');
  expect(() => unseal(sealed, randomBytes(32), 'server:1')).toThrow('another key-encryption key');
});

test('the first of several keys seals, and each of them opens', () => {
  const next = randomBytes(32);
  const [old, both] = [seal(value, key, 'server:1'), Buffer.concat([next, key])];
  expect(unseal(old, both, 'server:1')).toEqual(value);
  expect(unseal(seal(value, both, 'server:1'), next, 'server:1')).toEqual(value);
});

test('a value is rewrapped under the first key, and only once', () => {
  const next = randomBytes(32);
  const [old, both] = [seal(value, key, 'server:1'), Buffer.concat([next, key])];
  const moved = rewrapped(old, both, 'server:1')!;
  expect(unseal(moved, next, 'server:1')).toEqual(value);
  expect(() => unseal(moved, key, 'server:1')).toThrow('another key-encryption key');
  expect(rewrapped(moved, both, 'server:1')).toBeUndefined();
  expect(() => rewrapped(old, both, 'server:2')).toThrow();
  expect(() => rewrapped(old, next, 'server:1')).toThrow('another key-encryption key');
});

test('another context, a flipped bit or a cut end does not open', () => {
  const sealed = seal(value, key, 'server:1');
  expect(() => unseal(sealed, key, 'server:2')).toThrow();
  expect(() => unseal(sealed.subarray(0, -1), key, 'server:1')).toThrow();
  expect(() => unseal(Buffer.from('short'), key, 'server:1')).toThrow('not a sealed value');
  for (const at of [6, 40, 70, sealed.length - 1]) {
    const damaged = Buffer.from(sealed);
    damaged[at]! ^= 1;
    expect(() => unseal(damaged, key, 'server:1')).toThrow();
  }
});

test.each([
  [key.toString('hex'), true],
  [key.toString('base64'), true],
  [`${key.toString('hex')}, ${key.toString('base64')}`, true],
  [`${key.toString('hex')},`, false],
  [randomBytes(16).toString('hex'), false],
  ['', false],
])('a key is 32 bytes in hex or base64: %s', (text, valid) => expect(parseKey(text) !== undefined).toBe(valid));
