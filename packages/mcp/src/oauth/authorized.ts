import type { Egress } from '@assay/egress/egress';
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
  return {
    ...egress,
    fetch: async (url, init) => {
      // Tokens are sent to the server's own origin only.
      if (new URL(url).origin !== origin) return egress.fetch(url, init);
      const token = await tokens.token();
      const response = await egress.fetch(url, bearing(init, token));
      if (response.status !== 401 || token === undefined) return response;
      const another = await tokens.token(token).catch(async (error: unknown) => {
        await response.body?.cancel();
        throw error;
      });
      if (another === undefined || another === token) return response;
      await response.body?.cancel();
      return egress.fetch(url, bearing(init, another));
    },
  };
}

function bearing(init: RequestInit | undefined, token: string | undefined): RequestInit | undefined {
  if (token === undefined) return init;
  const headers = new Headers(init?.headers);
  headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}
