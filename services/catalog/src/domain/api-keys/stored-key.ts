import { hashOfSecret } from '@assay/kit/security/secret';

/** What is kept of an API key or a runner token: enough to recognise it, nothing to use it with. */
export interface StoredKey {
  hash: Buffer;
  prefix: string;
}

export const storedKey = (key: string): StoredKey => ({ hash: hashOfSecret(key), prefix: key.slice(0, 8) });
