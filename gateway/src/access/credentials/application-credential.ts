import { Problem } from '@assay/contract/problem';
import { clientNetwork } from '../../addresses/client-address.ts';
import type { ApiRequest } from '../../http/handler.ts';
import { ownOriginOf } from '../../mcp/own-request.ts';
import type { RequestCredential } from '../request-credential.ts';
import { NO_HASH, type AuthenticatedOperation, type PrincipalLookup } from './principal-lookup.ts';

/** Authenticates access tokens of applications: the command line's counts as a session, every other as a key. */
export function applicationCredentials({ bySecret }: PrincipalLookup) {
  const find = bySecret((tokenHash) => ({ keyHash: NO_HASH, tokenHash }));
  return async (
    req: ApiRequest,
    token: string,
    { audience, beside = false }: AuthenticatedOperation,
  ): Promise<RequestCredential> => {
    if (beside)
      throw new Problem('UNAUTHORIZED', 'An access token is for the API, and not for the pages of a browser.');
    const found = await find(token, () => clientNetwork(req));
    if (found.refusal) throw found.refusal;
    const needed = audience ?? (ownOriginOf(req) ? 'mcp' : 'api');
    if (!found.who.audiences.includes(needed))
      throw new Problem('UNAUTHORIZED', 'The access token is for another address than this one (RFC 8707).');
    return { by: found.who.sessionId ? 'session' : 'key', ...found };
  };
}
