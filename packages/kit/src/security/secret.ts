import { hash, randomBytes } from 'node:crypto';

const SHAPE = /^[\w-]{43}$/;

/** A secret that nobody had before, for a link, a cookie or a token: 43 characters after a `prefix` that says what it is for. */
export const newSecret = (prefix = ''): string => prefix + randomBytes(32).toString('base64url');

/** What is kept of a secret: it tells the secret from others without showing it. */
export const hashOfSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** Whether a text has the shape of a secret without a prefix. */
export const isSecret = (text: string): boolean => SHAPE.test(text);

/** What a browser is known by on its way: the secret that it brought, so that two tabs may be under way, or a new one. */
export const ownOrNew = (brought: string): string => (isSecret(brought) ? brought : newSecret());
