import { crc32 } from 'node:zlib';

/** The digits of base62, as a key writes them. */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHECKSUM_LENGTH = 6;
const MADE_BY_US = /^sk_[0-9A-Za-z]{46}$/;

/** The end of an API key: the CRC-32 of the text before it, in base62. */
export function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < CHECKSUM_LENGTH) {
    digits = BASE62[rest % 62]! + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** Whether a key has the shape of our keys but a wrong checksum: it was mistyped or made up. Needs no lookup. */
export const isMistyped = (key: string): boolean =>
  MADE_BY_US.test(key) && checksumOf(key.slice(0, -CHECKSUM_LENGTH)) !== key.slice(-CHECKSUM_LENGTH);
