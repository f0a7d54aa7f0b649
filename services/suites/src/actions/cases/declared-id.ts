import { randomBytes } from 'node:crypto';

/** A declared id for a case that came without one: `c_` and 126 random bits. */
export const newDeclaredId = (): string => `c_${randomBytes(16).toString('base64url').slice(0, 21)}`;
