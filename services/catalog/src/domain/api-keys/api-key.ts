import { BASE62, checksumOf } from '@assay/kit/security/api-key';

const SHAPE = /^sk_[A-Za-z0-9_-]{32,200}$/;
const LENGTH = 40;

/**
 * Whether `text` may serve as a key: the prefix, then at least 192 bits of base64url. Only keys that we make carry a
 * checksum.
 */
export const isApiKey = (text: string): boolean => SHAPE.test(text);

/** A new key: 238 bits and a checksum. `draw` answers a uniformly random integer below its argument. */
export function newApiKey(draw: (below: number) => number): string {
  const begin = `sk_${Array.from({ length: LENGTH }, () => BASE62[draw(BASE62.length)]).join('')}`;
  return begin + checksumOf(begin);
}
