import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { derivedKey } from './seal.ts';

/** The purpose of a token, and one subject of it, such as the path of an RPC. Neither has a line break. */
export interface TokenScope {
  purpose: string;
  subject?: string;
}

/** Length of a signature, in bytes. */
const SIGNATURE = 32;

/** The secrets of a setting, which are separated by commas: the first one signs, all of them verify. */
export const secretsOf = (setting: string): string[] => setting.split(',');

const MAX_KEYS = 200;
/** Deriving a key costs more than a signature, and Node takes 12 µs for one under plain bytes, 2 under a key object. */
const derivedKeys = new LRUCache<string, KeyObject[]>({ max: MAX_KEYS });

/** The keys for one purpose, one for each secret. */
function keysOf(secret: string, purpose: string): KeyObject[] {
  const name = `${purpose}\n${secret}`;
  const known = derivedKeys.get(name);
  if (known) return known;
  const keys = secretsOf(secret).map((each) => createSecretKey(derivedKey(each, purpose)));
  derivedKeys.set(name, keys);
  return keys;
}

const hmac = (key: KeyObject, { subject = '' }: TokenScope, text: string | Buffer): Buffer =>
  createHmac('sha256', key).update(`${subject}\n`).update(text).digest();

/** HMAC-SHA256 (RFC 2104) of a text, under a key that is derived from the first secret for the purpose alone. */
export const signatureOf = (secret: string, scope: TokenScope, text: string | Buffer): Buffer =>
  hmac(keysOf(secret, scope.purpose)[0]!, scope, text);

/** Whether one of the secrets signed the text for this scope, in constant time for each. */
export const isSignature = (secret: string, scope: TokenScope, text: string | Buffer, signature: Buffer): boolean =>
  signature.length === SIGNATURE &&
  keysOf(secret, scope.purpose).some((key) => timingSafeEqual(signature, hmac(key, scope, text)));

/** A token that proves that this installation issued `body`: the signature, then the body. */
export const signToken = (secret: string, scope: TokenScope, body: Buffer): Buffer =>
  Buffer.concat([signatureOf(secret, scope, body), body]);

/** The body of a token that was signed for this scope; undefined for any other bytes. */
export function openSignedToken(secret: string, scope: TokenScope, token: Buffer): Buffer | undefined {
  const body = token.subarray(SIGNATURE);
  if (body.length === 0) return undefined;
  return isSignature(secret, scope, body, token.subarray(0, SIGNATURE)) ? body : undefined;
}

/** A token with a JSON object and the time of its signature, in milliseconds since 1970. */
export const signStatement = (secret: string, scope: TokenScope, statement: object, now: number): Buffer =>
  signToken(secret, scope, Buffer.from(JSON.stringify({ ...statement, at: now })));

/** The statement of a token and the time of its signature, or the reason to refuse it: forged, or signed more than `validMs` before or after `now`. */
export function readStatement<T extends object>(
  secret: string,
  scope: TokenScope,
  token: Buffer,
  { validMs, now }: { validMs: number; now: number },
): { statement: T; at: number } | { refused: 'forged' | 'stale' } {
  const body = openSignedToken(secret, scope, token);
  if (!body) return { refused: 'forged' };
  const { at, ...statement } = JSON.parse(body.toString()) as T & { at: number };
  return Math.abs(now - at) <= validMs ? { statement: statement as unknown as T, at } : { refused: 'stale' };
}

/** A token for one id until a time, in base64url. */
export const expiringToken = (secret: string, scope: TokenScope, id: string, expiresAt: number): string =>
  signToken(secret, scope, Buffer.from(JSON.stringify({ id, expiresAt }))).toString('base64url');

/** The id of a token; undefined when the token is forged, or expired at `now`. */
export function idOfToken(secret: string, scope: TokenScope, token: string, now: number): string | undefined {
  const body = openSignedToken(secret, scope, Buffer.from(token, 'base64url'));
  if (!body) return undefined;
  const { id, expiresAt } = JSON.parse(body.toString()) as { id: string; expiresAt: number };
  return now <= expiresAt ? id : undefined;
}

/** Compares two texts in a time that does not depend on where they differ. */
export function isSameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
