import { hash } from 'node:crypto';
import { hashOfSecret } from '@assay/kit/security/secret';
import type { StudyLink } from '../studies/link-token.ts';

/**
 * The stored form of a visitor: it depends on the link, so that the one token of a browser makes it another visitor in each
 * study, and no two studies can tell that it is the same browser.
 */
export const visitorHashOf = (link: StudyLink, token: string): Buffer =>
  visitorHashAt(link, hashOfSecret(token).toString('base64'));

/** The same of a token whose hash is known, in base64. */
export const visitorHashAt = ({ kind, id }: StudyLink, tokenHash: string): Buffer =>
  hash('sha256', `${kind} ${id} ${tokenHash}`, 'buffer');
