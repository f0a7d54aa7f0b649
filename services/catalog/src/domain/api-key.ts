import { createHash } from 'node:crypto';

/** What is kept of an API key or a runner token: enough to recognise it, nothing to use it with. */
export interface StoredKey { hash: Buffer; prefix: string }

const SHAPE = /^sk_[A-Za-z0-9_-]{32,200}$/;

/** Whether `text` may serve as a key: the prefix, and no fewer than 192 bits' worth of base64url after it. */
export const isApiKey = (text: string): boolean => SHAPE.test(text);

/** The key made of 32 random bytes. */
export const apiKeyOf = (random: Buffer): string => `sk_${random.toString('base64url')}`;

/** The runner token made of 32 random bytes. */
export const runnerTokenOf = (random: Buffer): string => `rt_${random.toString('base64url')}`;

export const storedKey = (key: string): StoredKey => ({ hash: createHash('sha256').update(key).digest(), prefix: key.slice(0, 8) });
