import { noVisitProblem } from '@assay/contract/access';
import { visitorTokensOf } from '@assay/contract/areas/visits/visitor-tokens';
import { cookieName } from '@assay/kit/security/cookie';
import { hashOfSecret } from '@assay/kit/security/secret';
import type { ApiRequest } from '../../http/handler.ts';
import { VISITOR_COOKIE, cookieOf } from '../../http/request-fields.ts';
import type { RequestCredential } from '../request-credential.ts';

/** Reads the cookie of visitors alone: a key or a session is no visitor. */
export function visitorCredentials(publicUrl: string) {
  const cookie = cookieName(VISITOR_COOKIE, publicUrl);
  return (req: ApiRequest): RequestCredential => {
    const tokens = visitorTokensOf(cookieOf(req, cookie));
    if (tokens.length === 0 || req.headers.authorization !== undefined) throw noVisitProblem();
    const hashes = tokens.map((token) => hashOfSecret(token).toString('base64'));
    return { by: 'visitor', hash: hashes.join(' ') };
  };
}
