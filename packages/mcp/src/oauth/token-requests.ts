import { ClientCredentialsProvider, fetchToken, refreshAuthorization, type OAuthTokens } from '@modelcontextprotocol/client';
import type { Egress } from '@assay/egress/egress';
import { clientAuthentication, type OAuthClient } from './client.ts';
import type { AuthorizationServer } from './discover.ts';
import { granted } from './granted.ts';
import { smallFetch } from './small-fetch.ts';
import { tokenProblem } from './token-problem.ts';

export interface TokenRequest {
  server: AuthorizationServer & { authorizationServerUrl: string };
  client: OAuthClient;
  resource?: string;
  egress: Egress;
  /** Gives the request up. */
  signal: AbortSignal;
}

/**
 * New tokens for a refresh token. Those that come without another refresh token keep the old one.
 * @throws Problem as `token-problem.ts` decides.
 */
export const refreshTokens = ({ server, client, refreshToken, resource, egress, signal }: TokenRequest & { refreshToken: string }): Promise<OAuthTokens> =>
  asked(server.authorizationServerUrl, () => refreshAuthorization(server.authorizationServerUrl, {
    clientInformation: client, refreshToken, ...clientAuthentication(client), ...common(server, resource), fetchFn: smallFetch(egress, signal).fetch,
  }));

/**
 * Tokens for the client itself, on nobody's behalf.
 * @throws Problem as `token-problem.ts` decides.
 */
export const clientCredentials = ({ server, client, scopes, resource, egress, signal }: TokenRequest & { scopes?: string[] | undefined }): Promise<OAuthTokens> =>
  asked(server.authorizationServerUrl, () => {
    const { authorizationServerUrl: url, authorizationServerMetadata: metadata } = server;
    const provider = new ClientCredentialsProvider({ clientId: client.client_id, clientSecret: client.client_secret ?? '', expectedIssuer: metadata?.issuer ?? url });
    return fetchToken(Object.assign(provider, clientAuthentication(client)), url, {
      ...common(server, resource), ...(scopes?.length && { scope: scopes.join(' ') }), fetchFn: smallFetch(egress, signal).fetch,
    });
  });

const common = ({ authorizationServerMetadata: metadata }: AuthorizationServer, resource: string | undefined) =>
  ({ ...(metadata && { metadata }), ...(resource !== undefined && { resource }) });

async function asked(authorizationServer: string, ask: () => Promise<OAuthTokens>): Promise<OAuthTokens> {
  try {
    return granted(await ask());
  } catch (error) {
    throw tokenProblem(error, authorizationServer);
  }
}
