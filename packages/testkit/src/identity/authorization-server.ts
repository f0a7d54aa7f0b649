import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import Provider, { type Configuration } from 'oidc-provider';
import { authorizationStore } from './authorization-store.ts';
import { listenLocally } from '../listen.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const KEYS = [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] as NonNullable<
  Configuration['jwks']
>['keys'];
const ACCOUNT = 'tester';
const SCOPES = ['tools', 'admin'];

/** Clients that need no registration, one with a secret and one without. Both use this redirect address. */
export const REDIRECT_URI = 'https://assay.test/callback';
export const CONFIDENTIAL_CLIENT = {
  client_id: 'assay-confidential',
  client_secret: 'a secret of the tests: confidential',
};
export const PUBLIC_CLIENT = { client_id: 'assay-public' };

/** Answers a token request in place of the authorization server, or passes it on. */
export type TokenFault = (request: IncomingMessage, response: ServerResponse, goOn: () => void) => void;

export interface AuthorizationServer {
  issuer: string;
  /** Sets the lifetime of new access tokens, in seconds. */
  setLifetime(seconds: number): void;
  /** The granted token requests by grant type, and the errors of the others. */
  granted: Record<string, number>;
  refused: string[];
  /** Breaks the token endpoint; undefined repairs it. */
  breakTokens(fault: TokenFault | undefined): void;
  /** Whether an access token is valid, and for which resource. */
  verify(token: string): Promise<{ resource: string | undefined; scopes: string[] } | undefined>;
  /** Acts as the browser of a user who agrees to everything; returns the address of the final redirect. */
  browse(url: string): Promise<URL>;
  stop(): Promise<void>;
}

/**
 * A real authorization server with a settable token lifetime, refresh tokens for one use, and every requested scope
 * granted.
 */
export async function startAuthorizationServer({
  lifetime = 5,
  registration = true,
} = {}): Promise<AuthorizationServer> {
  let seconds = lifetime;
  let fault: TokenFault | undefined;
  let serve: RequestListener = () => {};
  const { origin, stop } = await listenLocally((request, response) => {
    if (fault && request.url === '/token') return fault(request, response, () => serve(request, response));
    return serve(request, response);
  });
  const provider = new Provider(
    origin,
    configuration(registration, () => seconds),
  );
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/interaction/')) return next();
    await provider.interactionFinished(context.req, context.res, { login: { accountId: ACCOUNT }, consent: {} });
    // The response was written outside of the framework.
    context.respond = false;
  });
  const answer = provider.callback();
  serve = (request, response) => void answer(request, response);

  const granted: Record<string, number> = {};
  const refused: string[] = [];
  provider.on('grant.success', (context) => {
    const type = String(context.oidc.params?.['grant_type']);
    granted[type] = (granted[type] ?? 0) + 1;
  });
  provider.on('grant.error', (_context, error) => {
    refused.push(error.error);
  });
  return {
    issuer: origin,
    granted,
    refused,
    stop,
    setLifetime: (next) => {
      seconds = next;
    },
    breakTokens: (next) => {
      fault = next;
    },
    browse: (url) => browseUntilLeaving(url, origin),
    async verify(token) {
      const found = (await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token));
      if (!found?.isValid) return undefined;
      return { resource: [found.aud].flat()[0], scopes: [...found.scopes] };
    },
  };
}

const configuration = (registration: boolean, lifetime: () => number): Configuration => ({
  adapter: authorizationStore(),
  jwks: { keys: KEYS },
  cookies: { keys: ['a key of the tests'] },
  scopes: [...SCOPES, 'offline_access', 'openid'],
  clients: [
    {
      ...CONFIDENTIAL_CLIENT,
      redirect_uris: [REDIRECT_URI],
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
      response_types: ['code'],
      scope: `${SCOPES.join(' ')} offline_access`,
    },
    {
      ...PUBLIC_CLIENT,
      redirect_uris: [REDIRECT_URI],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: `${SCOPES.join(' ')} offline_access`,
    },
  ],
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    revocation: { enabled: true, allowedPolicy: (_context, client, token) => token.clientId === client.clientId },
    registration: { enabled: registration },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: () => ({
        scope: SCOPES.join(' '),
        accessTokenFormat: 'opaque',
        accessTokenTTL: lifetime(),
      }),
      useGrantedResource: () => true,
    },
  },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  // A signed-in user has already agreed.
  loadExistingGrant: async ({ oidc }) => {
    const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! });
    grant.addOIDCScope(`openid offline_access ${SCOPES.join(' ')}`);
    for (const resource of Object.keys(oidc.resourceServers ?? {})) grant.addResourceScope(resource, SCOPES.join(' '));
    await grant.save();
    return grant;
  },
  renderError: (context, out) => {
    context.body = out;
  },
  issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: true,
  ttl: {
    AccessToken: lifetime,
    ClientCredentials: lifetime,
    RefreshToken: 86_400,
    Grant: 86_400,
    Session: 600,
    Interaction: 600,
    IdToken: 600,
  },
});

/** Follows redirects with cookies until one leaves the origin `home`. */
export async function browseUntilLeaving(start: string, home: string): Promise<URL> {
  const cookies = new Map<string, string>();
  for (let url = new URL(start), hops = 0; hops < 10; hops += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      cookies.set(name!, value!);
    }
    const location = response.headers.get('location');
    if (location === null)
      throw new Error(`The browser got status ${response.status} instead of a redirect: ${await response.text()}`);
    url = new URL(location, url);
    if (url.origin !== home) return url;
  }
  throw new Error('The browser got too many redirects.');
}
