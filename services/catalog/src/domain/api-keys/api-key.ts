import { BASE62, checksumOf } from '@assay/kit/security/api-key';

const SHAPE = /^sk_[A-Za-z0-9_-]{32,200}$/;
const LENGTH = 40;

/** Whether `text` may serve as a key: the prefix, and no fewer than 192 bits' worth of base64url after it. Only keys that we make carry a checksum. */
export const isApiKey = (text: string): boolean => SHAPE.test(text);

/** A new key: 238 bits and a checksum. `draw` answers a random whole number below the one it is given, each as likely as another. */
export function newApiKey(draw: (below: number) => number): string {
  const begin = `sk_${Array.from({ length: LENGTH }, () => BASE62[draw(BASE62.length)]).join('')}`;
  return begin + checksumOf(begin);
}
