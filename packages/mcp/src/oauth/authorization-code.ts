import { randomBytes } from 'node:crypto';
import { given } from '@assay/contract/given';
import { exchangeAuthorization, startAuthorization, type OAuthTokens } from '@modelcontextprotocol/client';
import type { Egress } from '@assay/egress/egress';
import { Problem } from '@assay/contract/problem';
import { clientAuthentication, type OAuthClient } from './client.ts';
import type { OAuthDiscovery } from './discover.ts';
import { validatedTokens } from './validated-tokens.ts';
import { requestedScope } from './scopes.ts';
import { tokenFetch } from './token-fetch.ts';
import { tokenProblem } from './token-problem.ts';

const EXCHANGE_MS = 10_000;
/** Faults with which no browser is sent to an authorization server. */
const FATAL = [
  'resource-metadata-unreachable',
  'resource-mismatch',
  'issuer-mismatch',
  'authorization-server-unreachable',
  'authorization-server-invalid',
];

interface Leg {
  discovery: OAuthDiscovery;
  client: OAuthClient;
  redirectUri: string;
}

/**
 * The authorization URL for a person's browser, and the values to keep for its return.
 * @throws Problem OAUTH_REQUIRED when the authorization server cannot be used; `details.faults` says why.
 */
export async function beginAuthorization({
  discovery,
  client,
  redirectUri,
  scopes = discovery.scopes,
}: Leg & { scopes?: string[] | undefined }): Promise<{ url: string; state: string; codeVerifier: string }> {
  const server = assertUsableDiscovery(discovery);
  const { authorizationServerMetadata: metadata, resource } = discovery;
  const state = randomBytes(32).toString('base64url');
  const scope = requestedScope(scopes, metadata);
  try {
    const { authorizationUrl, codeVerifier } = await startAuthorization(server, {
      clientInformation: client,
      redirectUrl: redirectUri,
      state,
      ...given({ metadata }),
      ...(scope && { scope }),
      ...(resource && { resource }),
    });
    return { url: authorizationUrl.href, state, codeVerifier };
  } catch {
    throw new Problem('OAUTH_REQUIRED', 'The authorization server does not do what MCP asks of one.', {
      authorizationServer: server,
      faults: discovery.faults,
    });
  }
}

/**
 * Exchanges the code that a browser returned with for tokens. `iss` is the parameter beside it (RFC 9207).
 * @throws Problem as `tokenProblem` decides.
 */
export async function finishAuthorization({
  discovery,
  client,
  redirectUri,
  code,
  codeVerifier,
  iss,
  egress,
}: Leg & {
  code: string;
  codeVerifier: string;
  iss?: string | undefined;
  egress: Egress;
}): Promise<OAuthTokens> {
  const server = assertUsableDiscovery(discovery);
  const { authorizationServerMetadata: metadata, resource } = discovery;
  try {
    return validatedTokens(
      await exchangeAuthorization(server, {
        clientInformation: client,
        redirectUri,
        authorizationCode: code,
        codeVerifier,
        ...given({ iss }),
        ...clientAuthentication(client),
        ...given({ metadata }),
        ...(resource && { resource }),
        fetchFn: tokenFetch(egress, AbortSignal.timeout(EXCHANGE_MS)).fetch,
      }),
    );
  } catch (error) {
    throw tokenProblem(error, server);
  }
}

/**
 * The address of the discovered authorization server.
 * @throws Problem SERVER_UNREACHABLE for temporary faults of the discovery, OAUTH_REQUIRED for the others.
 */
export function assertUsableDiscovery({
  authorizationServerUrl,
  resourceMetadata,
  faults,
}: Pick<OAuthDiscovery, 'authorizationServerUrl' | 'resourceMetadata' | 'faults'>): string {
  const fatal = faults.filter(
    ({ code }) => FATAL.includes(code) && !(resourceMetadata && code === 'resource-metadata-unreachable'),
  );
  if (authorizationServerUrl !== undefined && fatal.length === 0) return authorizationServerUrl;
  const mayPass = fatal.some(({ code }) => code.endsWith('-unreachable'));
  throw new Problem(
    mayPass ? 'SERVER_UNREACHABLE' : 'OAUTH_REQUIRED',
    fatal[0]?.message ?? 'The server has no authorization server.',
    { faults: fatal },
  );
}
