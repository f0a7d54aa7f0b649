import { hash } from 'node:crypto';

const CHALLENGE = /^[\w-]{43}$/;
const VERIFIER = /^[\w.~-]{43,128}$/;

/** Whether a text can be the S256 challenge of a verifier (RFC 7636). */
export const isChallenge = (text: string | undefined): text is string => text !== undefined && CHALLENGE.test(text);

/** Whether the verifier is the one that the challenge was made of. */
export const isVerifier = (verifier: string, challenge: string): boolean =>
  VERIFIER.test(verifier) && hash('sha256', verifier, 'base64url') === challenge;
