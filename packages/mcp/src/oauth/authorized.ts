import { egressVia, type Egress } from '@assay/egress/egress';
import type { EgressRequest } from '@assay/egress/request';
import type { ServerTarget } from '../target.ts';

/**
 * Egress for requests to the target itself, with an access token if the target has one. A session outlives a token, so
 * each request asks for the current one; a request that is rejected with 401 is repeated once with another token.
 */
export function withAccessToken({
  url: home,
  egress,
  tokens,
}: Pick<ServerTarget, 'url' | 'egress' | 'tokens'>): Egress {
  if (!tokens) return egress;
  const { origin } = new URL(home);
  return egressVia(egress, async (url, request) => {
    // Tokens are sent to the server's own origin only.
    if (new URL(url).origin !== origin) return egress.request(url, request);
    const token = await tokens.token();
    const answer = await egress.request(url, bearing(request, token));
    if (answer.status !== 401 || token === undefined) return answer;
    const another = await tokens.token(token).catch((error: unknown) => {
      answer.body?.cancel();
      throw error;
    });
    if (another === undefined || another === token) return answer;
    answer.body?.cancel();
    return egress.request(url, bearing(request, another));
  });
}

const bearing = (request: EgressRequest | undefined, token: string | undefined): EgressRequest | undefined =>
  token === undefined ? request : { ...request, headers: { ...request?.headers, authorization: `Bearer ${token}` } };
