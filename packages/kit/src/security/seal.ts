import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/*
 * Envelope encryption: a fresh 256-bit data key per value encrypts it, the key-encryption key wraps the data key; both
 * with AES-256-GCM (NIST SP 800-38D). Layout: version 1 | key id 4 | nonce 12 | wrapped key 32 + tag 16 | nonce 12 | value + tag 16.
 */
const VERSION = 1;
const HEAD = 5;
const NONCE = 12;
const TAG = 16;
const WRAPPED = 32 + TAG;

/** Seals `value`; it opens only with the same key and the same `context` (what the value belongs to, e.g. a row's id). */
export function seal(value: Uint8Array, keyEncryptionKey: Buffer, context: string): Buffer {
  const dataKey = randomBytes(32);
  return Buffer.concat([
    Buffer.from([VERSION]),
    keyId(keyEncryptionKey),
    encrypt(dataKey, keyEncryptionKey, context),
    encrypt(value, dataKey, context),
  ]);
}

/** Opens what `seal` made; throws when the key, the context or a single bit is another. */
export function unseal(sealed: Uint8Array, keyEncryptionKey: Buffer, context: string): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (bytes.length < HEAD + NONCE + WRAPPED + NONCE + TAG || bytes[0] !== VERSION)
    throw new Error('This is not a sealed value of a version we know.');
  if (!bytes.subarray(1, HEAD).equals(keyId(keyEncryptionKey)))
    throw new Error('The value was sealed with another key-encryption key.');
  const body = bytes.subarray(HEAD);
  const dataKey = decrypt(body.subarray(0, NONCE + WRAPPED), keyEncryptionKey, context);
  return decrypt(body.subarray(NONCE + WRAPPED), dataKey, context);
}

/** Reads a key-encryption key: 32 bytes in base64 or hex. Undefined when the text is neither. */
export function parseKey(text: string): Buffer | undefined {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  return key.length === 32 ? key : undefined;
}

/** A 256-bit key that is derived from a secret for one purpose: HKDF with SHA-256 (RFC 5869). */
export const derivedKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

const keyId = (key: Buffer) => createHash('sha256').update('key-id').update(key).digest().subarray(0, 4);

function encrypt(value: Uint8Array, key: Buffer, context: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(bytes: Buffer, key: Buffer, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE)).setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(-TAG));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]);
}
