import { cookieHeader } from '@assay/kit/security/cookie';

const NAME = 'assay_session';

/** The `Set-Cookie` header that stores a session until it expires. */
export const sessionCookie = (token: string, expiresAt: Date, publicUrl: string): string =>
  cookieHeader(NAME, token, `Expires=${expiresAt.toUTCString()}`, publicUrl);

/** The `Set-Cookie` header that deletes the session. */
export const endedCookie = (publicUrl: string): string => cookieHeader(NAME, '', 'Max-Age=0', publicUrl);
