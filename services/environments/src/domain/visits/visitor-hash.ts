import { hash } from 'node:crypto';
import { hashOfSecret } from '@assay/kit/security/secret';
import type { StudyLink } from '../studies/link-token.ts';

/** The stored form of a visitor: it depends on the link, so that a token is worth nothing at another one. */
export const visitorHashOf = (link: StudyLink, token: string): Buffer => visitorHashAt(link, tokenHashOf(token));

/** The hash of a token, in base64, as the gateway states it. */
export const tokenHashOf = (token: string): string => hashOfSecret(token).toString('base64');

/** The same of a token whose hash is known, in base64. */
export const visitorHashAt = ({ kind, id }: StudyLink, tokenHash: string): Buffer =>
  hash('sha256', `${kind} ${id} ${tokenHash}`, 'buffer');
