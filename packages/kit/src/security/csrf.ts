import { createHmac, timingSafeEqual } from 'node:crypto';

const keyOf = (meshSecret: string) => createHmac('sha256', meshSecret).update('csrf').digest();

/** What a page of ours sends along with a session's writes: whoever knows it could read an answer to that session. */
export const csrfTokenOf = (meshSecret: string, sessionToken: string): string =>
  createHmac('sha256', keyOf(meshSecret)).update(sessionToken).digest('base64url');

/** Whether `sent` is the token of this session, in a time that tells nothing. */
export function isCsrfToken(meshSecret: string, sessionToken: string, sent: string): boolean {
  const [made, given] = [Buffer.from(csrfTokenOf(meshSecret, sessionToken)), Buffer.from(sent)];
  return made.length === given.length && timingSafeEqual(made, given);
}
