import { createHash, randomBytes } from 'node:crypto';

/** A declared id for a case that came without one: `c_` and 126 random bits. */
export const newDeclaredId = (): string => declaredIdOf(randomBytes(16));

/** The declared id that a case of this id gets when it is written with its suite. */
export const derivedDeclaredId = (caseId: string): string => declaredIdOf(createHash('sha256').update(caseId).digest());

const declaredIdOf = (bytes: Buffer): string => `c_${bytes.toString('base64url').slice(0, 21)}`;
