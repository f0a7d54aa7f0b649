import { forbidden, reasons } from '@assay/contract/problem';
import { cookieName } from '@assay/kit/security/cookie';
import { isCsrfToken } from '@assay/kit/security/csrf';
import { clientNetwork } from '../../addresses/client-address.ts';
import type { ApiRequest } from '../../http/handler.ts';
import { SESSION_COOKIE, cookieOf } from '../../http/request-fields.ts';
import { isOrphaned } from '../credential-lookup.ts';
import type { RequestCredential } from '../request-credential.ts';
import { NO_HASH, type AuthenticatedOperation, type PrincipalLookup } from './principal-lookup.ts';

interface SessionOptions {
  meshSecret: string;
  publicUrl: string;
}

const SESSION = /^[\w-]{43}$/;

/** Authenticates the sessions of browsers; undefined for a request without a session's cookie. */
export function sessionCredentials({ bySecret }: PrincipalLookup, { meshSecret, publicUrl }: SessionOptions) {
  const find = bySecret((sessionHash) => ({ keyHash: NO_HASH, sessionHash }));
  const cookie = cookieName(SESSION_COOKIE, publicUrl);
  return async (req: ApiRequest, { method }: AuthenticatedOperation): Promise<RequestCredential | undefined> => {
    const token = cookieOf(req, cookie);
    if (!SESSION.test(token)) return undefined;
    const found = await find(token, () => clientNetwork(req));
    if (found.refusal && !isOrphaned(found.refusal)) throw found.refusal;
    if (method !== 'GET' && !isCsrfToken(meshSecret, token, String(req.headers['x-csrf-token'])))
      throw csrfTokenProblem();
    return { by: 'session', ...found };
  };
}

const csrfTokenProblem = () =>
  forbidden("Send the session's X-CSRF-Token, as `GET /auth/session` tells it.", { reason: reasons.CSRF_TOKEN_NEEDED });
