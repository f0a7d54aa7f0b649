import { given } from '@assay/contract/given';
import {
  ClientCredentialsProvider,
  fetchToken,
  refreshAuthorization,
  type FetchLike,
  type OAuthTokens,
} from '@modelcontextprotocol/client';
import { Problem } from '@assay/contract/problem';
import type { Egress } from '@assay/egress/egress';
import { clientAuthentication, type OAuthClient } from './client.ts';
import type { AuthorizationServer } from './discover.ts';
import { validatedTokens } from './validated-tokens.ts';
import { tokenFetch } from './token-fetch.ts';
import { tokenProblem } from './token-problem.ts';

export interface TokenRequest {
  server: AuthorizationServer & { authorizationServerUrl: string };
  client: OAuthClient;
  resource?: string;
  egress: Egress;
  /** Aborts the request. */
  signal: AbortSignal;
}

/** A response without a usable access token that carried a new refresh token. */
export class RotatedProblem extends Problem {
  readonly refreshToken: string;

  constructor({ code, message, details, retryAfter }: Problem, refreshToken: string) {
    super(code, message, details, retryAfter);
    this.refreshToken = refreshToken;
  }
}

/**
 * Exchanges a refresh token for new tokens. Without a new refresh token in the response the old one is kept.
 * @throws Problem as `tokenProblem` decides; RotatedProblem where the old refresh token may be used up.
 */
export const refreshTokens = ({
  refreshToken,
  ...request
}: TokenRequest & { refreshToken: string }): Promise<OAuthTokens> =>
  asked(request, ({ client, server, resource }, fetchFn) =>
    refreshAuthorization(server.authorizationServerUrl, {
      clientInformation: client,
      refreshToken,
      ...clientAuthentication(client),
      ...common(server, resource),
      fetchFn,
    }),
  );

/**
 * Tokens by the client credentials grant, without a user.
 * @throws Problem as `tokenProblem` decides.
 */
export const clientCredentials = ({
  scopes,
  ...request
}: TokenRequest & { scopes?: string[] | undefined }): Promise<OAuthTokens> =>
  asked(request, ({ client, server, resource }, fetchFn) => {
    const { authorizationServerUrl: url, authorizationServerMetadata: metadata } = server;
    const provider = new ClientCredentialsProvider({
      clientId: client.client_id,
      clientSecret: client.client_secret ?? '',
      expectedIssuer: metadata?.issuer ?? url,
    });
    return fetchToken(Object.assign(provider, clientAuthentication(client)), url, {
      ...common(server, resource),
      ...(scopes?.length && { scope: scopes.join(' ') }),
      fetchFn,
    });
  });

const common = ({ authorizationServerMetadata: metadata }: AuthorizationServer, resource: string | undefined) => ({
  ...given({ metadata, resource }),
});

async function asked(
  request: TokenRequest,
  ask: (request: TokenRequest, fetchFn: FetchLike) => Promise<OAuthTokens>,
): Promise<OAuthTokens> {
  const wire = tokenFetch(request.egress, request.signal);
  try {
    return validatedTokens(await ask(request, wire.fetch));
  } catch (error) {
    const problem = tokenProblem(error, request.server.authorizationServerUrl);
    const refreshToken = wire.refreshToken();
    throw refreshToken === undefined ? problem : new RotatedProblem(problem, refreshToken);
  }
}
