import { hashOfSecret } from '@assay/kit/security/secret';

/** The stored part of an API key or a runner token: enough to recognise it, not enough to use it. */
export interface StoredKey {
  hash: Buffer;
  prefix: string;
}

export const storedKey = (key: string): StoredKey => ({ hash: hashOfSecret(key), prefix: key.slice(0, 8) });
