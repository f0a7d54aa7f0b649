import { isSignature, signatureOf } from './signed-token.ts';

const SCOPE = { purpose: 'csrf' };

/** The token that pages of the console send with the writes of a session. A page of another site cannot read it. */
export const csrfTokenOf = (meshSecret: string, sessionToken: string): string =>
  signatureOf(meshSecret, SCOPE, sessionToken).toString('base64url');

/** Whether `sent` is the CSRF token of this session, compared in constant time. */
export const isCsrfToken = (meshSecret: string, sessionToken: string, sent: string): boolean =>
  isSignature(meshSecret, SCOPE, sessionToken, Buffer.from(sent, 'base64url'));
