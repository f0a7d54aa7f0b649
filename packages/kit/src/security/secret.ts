import { hash, randomBytes } from 'node:crypto';

const SHAPE = /^[\w-]{43}$/;

/** A new random secret for a link, a cookie or a token: 43 characters after a `prefix` that names its purpose. */
export const newSecret = (prefix = ''): string => prefix + randomBytes(32).toString('base64url');

/** The stored form of a secret: it identifies the secret without showing it. */
export const hashOfSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** Whether a text has the shape of a secret without a prefix. */
export const isSecret = (text: string): boolean => SHAPE.test(text);

/**
 * The secret of a browser during a sign-in: the one that it brought, so that two tabs can sign in at once, or a new
 * one.
 */
export const ownOrNew = (brought: string): string => (isSecret(brought) ? brought : newSecret());
