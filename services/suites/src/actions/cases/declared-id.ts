import { createHash, randomBytes } from 'node:crypto';

/** A declared id for a case without one: `c_` and 126 random bits. */
export const newDeclaredId = (): string => declaredIdOf(randomBytes(16));

/** The declared id of a case that is written together with its suite. */
export const derivedDeclaredId = (caseId: string): string => declaredIdOf(createHash('sha256').update(caseId).digest());

const declaredIdOf = (bytes: Buffer): string => `c_${bytes.toString('base64url').slice(0, 21)}`;
