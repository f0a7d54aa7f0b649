import { BASE62, checksumOf, isMistyped } from './api-key.ts';

const begin = `sk_${BASE62.slice(0, 40)}`;
const key = begin + checksumOf(begin);

test.each([
  [`sk_${'0'.repeat(40)}`, '3e509C'],
  [begin, '2IbYnP'],
  [`sk_${'z'.repeat(40)}`, '4OyV0z'],
  ['', '000000'],
])('the checksum of %j is that of any other CRC-32', (text, checksum) => expect(checksumOf(text)).toBe(checksum));

const other = (digit: string) => BASE62[(BASE62.indexOf(digit) + 1) % 62]!;

test.each(Array.from(key.slice(3), (digit, at) => [at + 3, digit] as const))(
  'at %i, another digit than %s is noticed',
  (at, digit) => {
    expect(isMistyped(key.slice(0, at) + other(digit) + key.slice(at + 1))).toBe(true);
  },
);

test.each(Array.from(key.slice(4), (digit, at) => [at + 4, key[at + 3]! + digit] as const))(
  'at %i, the digits %s in the wrong order are noticed',
  (at, [first, second]) => {
    expect(first).not.toBe(second);
    expect(isMistyped(key.slice(0, at - 1) + second + first + key.slice(at + 1))).toBe(true);
  },
);

test.each([
  ['as it was made', key],
  ['of another shape, which carries no checksum', `sk_${'k'.repeat(43)}`],
  ['chosen by an operator', `sk_${'-'.repeat(46)}`],
])('a key %s is not called mistyped', (_, text) => expect(isMistyped(text)).toBe(false));
