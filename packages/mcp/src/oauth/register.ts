import { given } from '@assay/contract/given';
import { registerClient, resolveClientMetadata, type OAuthClientMetadata } from '@modelcontextprotocol/client';
import { Problem } from '@assay/contract/problem';
import type { Egress } from '@assay/egress/egress';
import { assertUsableDiscovery } from './authorization-code.ts';
import type { OAuthClient } from './client.ts';
import type { OAuthDiscovery } from './discover.ts';
import type { RegistrationStrategy } from './registration-strategy.ts';
import { requestedScope } from './scopes.ts';
import { documentFetch } from './document-fetch.ts';
import { tokenProblem } from './token-problem.ts';

const REGISTRATION_MS = 10_000;
/** Authentication methods of a client, the preferred one first. */
const METHODS = ['none', 'client_secret_basic', 'client_secret_post'];

export interface ClientRequest {
  discovery: OAuthDiscovery;
  redirectUri: string;
  /** The only strategy to use; otherwise the best one that both sides support. */
  strategy?: RegistrationStrategy | undefined;
  /** The client that the owner of the server has registered. */
  saved?: OAuthClient | undefined;
  /** The address of our client ID metadata document; used only when it is https. */
  clientMetadataUrl?: string | undefined;
  scopes?: string[] | undefined;
  egress: Egress;
}

/** The description of our OAuth client, for the client ID metadata document and for dynamic registration. */
export const clientMetadata = (redirectUri: string): OAuthClientMetadata =>
  resolveClientMetadata({
    redirectUrl: redirectUri,
    clientMetadata: {
      client_name: 'Assay',
      redirect_uris: [redirectUri],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
  });

/**
 * The OAuth client to use with an authorization server: the saved client, the client of our metadata document, or one
 * that is registered now.
 * @throws Problem OAUTH_REQUIRED when the authorization server supports none of them.
 */
export async function obtainClient(wish: ClientRequest): Promise<OAuthClient> {
  const { discovery, strategy, saved, clientMetadataUrl } = wish;
  const authorizationServer = assertUsableDiscovery(discovery);
  const { registrationStrategies: offered, authorizationServerMetadata: metadata } = discovery;
  const may = (one: RegistrationStrategy) => strategy === undefined || strategy === one;
  if (saved && may('preregistered')) return saved;
  if (clientMetadataUrl?.startsWith('https:') && may('cimd') && offered.includes('cimd'))
    return { client_id: clientMetadataUrl };
  if (may('dcr') && (!metadata || offered.includes('dcr'))) return register(wish, authorizationServer);
  throw new Problem(
    'OAUTH_REQUIRED',
    strategy
      ? `The authorization server cannot be used with registration strategy ${strategy}.`
      : 'The authorization server supports no client registration; save a clientId that it knows.',
    { authorizationServer, registrationStrategies: offered },
  );
}

async function register(
  { discovery, redirectUri, scopes = discovery.scopes, egress }: ClientRequest,
  authorizationServer: string,
): Promise<OAuthClient> {
  const { authorizationServerMetadata: metadata } = discovery;
  const known = metadata?.token_endpoint_auth_methods_supported;
  const method = METHODS.find((each) => known?.includes(each)) ?? (known ? undefined : 'none');
  const scope = requestedScope(scopes, metadata);
  try {
    return await registerClient(authorizationServer, {
      clientMetadata: { ...clientMetadata(redirectUri), token_endpoint_auth_method: method },
      ...given({ metadata }),
      ...(scope && { scope }),
      fetchFn: documentFetch(egress, AbortSignal.timeout(REGISTRATION_MS)).fetch,
    });
  } catch (error) {
    throw tokenProblem(error, authorizationServer);
  }
}
