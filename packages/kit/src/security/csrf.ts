import { isSameText, signatureOf } from './signed-token.ts';

/** The token that pages of the console send with the writes of a session. A page of another site cannot read it. */
export const csrfTokenOf = (meshSecret: string, sessionToken: string): string =>
  signatureOf(meshSecret, { purpose: 'csrf' }, sessionToken).toString('base64url');

/** Whether `sent` is the CSRF token of this session, compared in constant time. */
export const isCsrfToken = (meshSecret: string, sessionToken: string, sent: string): boolean =>
  isSameText(csrfTokenOf(meshSecret, sessionToken), sent);
