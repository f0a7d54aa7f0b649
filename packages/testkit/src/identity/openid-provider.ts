import { createPrivateKey, generateKeyPairSync, sign, type JsonWebKey } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import Provider, { type Configuration } from 'oidc-provider';
import { browseUntilLeaving } from './authorization-server.ts';
import { authorizationStore } from './authorization-store.ts';
import { listenLocally } from '../listen.ts';

/** An account of the provider, with its claims. */
export interface OpenIdAccount {
  sub: string;
  [claim: string]: unknown;
}

/** Answers a request in place of the provider, or passes it on. */
export type ProviderFault = (request: IncomingMessage, response: ServerResponse, goOn: () => void) => void;

export const OPENID_CLIENT = { client_id: 'assay', client_secret: 'a secret of the tests: sign-on' };
const SCOPES = ['openid', 'email', 'profile', 'groups'];

const keysOf = (kid: string) =>
  [
    {
      ...generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ format: 'jwk' }),
      use: 'sig',
      alg: 'RS256',
      kid,
    },
  ] as NonNullable<Configuration['jwks']>['keys'];
const FIRST_KEYS = keysOf('first');
/** A key with the key id of the provider's key, but other contents. */
export const FALSE_KEY = (({ kty, n, e, kid }) => ({ kty, n, e, kid, use: 'sig', alg: 'RS256' }))(
  keysOf('first')[0] as Record<'kty' | 'n' | 'e' | 'kid', string>,
);

/** A real OpenID provider that requires PKCE; claims are in the userinfo unless `inIdToken`. */
export async function startOpenIdProvider({
  redirectUri,
  inIdToken = false,
}: {
  redirectUri: string;
  inIdToken?: boolean;
}) {
  const accounts = new Map<string, OpenIdAccount>();
  const asked: string[] = [];
  const adapter = authorizationStore();
  let [sub, expiry, fault, serve]: [
    string | undefined,
    number | undefined,
    ProviderFault | undefined,
    RequestListener,
  ] = [undefined, undefined, undefined, () => {}];
  const { origin, stop } = await listenLocally((request, response) => {
    asked.push(new URL(request.url!, 'http://provider').pathname);
    if (fault) return fault(request, response, () => serve(request, response));
    return serve(request, response);
  });

  const openWith = (keys: typeof FIRST_KEYS) => {
    const provider = new Provider(origin, configuration({ redirectUri, inIdToken, accounts, adapter, keys }));
    provider.use(async (context, next) => {
      if (!context.path.startsWith('/interaction/')) return next();
      await provider.interactionFinished(
        context.req,
        context.res,
        sub === undefined ? { error: 'access_denied' } : { login: { accountId: sub }, consent: {} },
      );
      // The response was written outside of the framework.
      context.respond = false;
    });
    provider.use(async (context, next) => {
      await next();
      const { body } = context as { body: { id_token?: string } };
      if (expiry !== undefined && context.path === '/token' && body.id_token)
        body.id_token = expiring(body.id_token, expiry, keys);
    });
    const answer = provider.callback();
    serve = (request, response) => void answer(request, response);
  };
  openWith(FIRST_KEYS);

  return {
    issuer: origin,
    asked,
    stop,
    /** Sets the account of the next sign-ins; undefined for a user who declines. */
    is(account: OpenIdAccount | undefined) {
      if (account) accounts.set(account.sub, account);
      sub = account?.sub;
    },
    /** Acts as a browser; returns the address of the final redirect. */
    browse: (url: string) => browseUntilLeaving(url, origin),
    /** Sets after how many seconds of our clock ID tokens expire; undefined for the provider's own expiry. */
    setExpiry: (seconds: number | undefined) => {
      expiry = seconds;
    },
    break: (next: ProviderFault | undefined) => {
      fault = next;
    },
    /** Signs with a new key from now on. */
    rotateKeys: () => openWith(keysOf('second')),
  };
}

export type TestOpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>;

interface Settings {
  redirectUri: string;
  inIdToken: boolean;
  accounts: Map<string, OpenIdAccount>;
  adapter: ReturnType<typeof authorizationStore>;
  keys: typeof FIRST_KEYS;
}

/** The same ID token with another expiry, signed with the same key. */
function expiring(token: string, seconds: number, [key]: typeof FIRST_KEYS): string {
  const [head, claims] = token.split('.') as [string, string];
  const changed = {
    ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object),
    exp: Math.floor(Date.now() / 1_000) + seconds,
  };
  const signed = `${head}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), createPrivateKey({ key: key as JsonWebKey, format: 'jwk' })).toString('base64url')}`;
}

const configuration = ({ redirectUri, inIdToken, accounts, adapter, keys }: Settings): Configuration => ({
  adapter,
  jwks: { keys },
  cookies: { keys: ['a key of the tests'] },
  clients: [
    { ...OPENID_CLIENT, redirect_uris: [redirectUri], grant_types: ['authorization_code'], response_types: ['code'] },
  ],
  pkce: { required: () => true },
  scopes: SCOPES,
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
  conformIdTokenClaims: !inIdToken,
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, id) => ({ accountId: id, claims: () => accounts.get(id)! }),
  // A signed-in user has already agreed.
  loadExistingGrant: async ({ oidc }) => {
    const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! });
    grant.addOIDCScope(SCOPES.join(' '));
    await grant.save();
    return grant;
  },
  renderError: (context, out) => {
    context.body = out;
  },
  ttl: { AccessToken: 60, Grant: 600, Session: 600, Interaction: 600, IdToken: 600 },
});
