import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import {
  CONFIDENTIAL_CLIENT,
  PUBLIC_CLIENT,
  REDIRECT_URI,
  startAuthorizationServer,
  type AuthorizationServer,
} from '@assay/testkit/identity/authorization-server';
import { listenLocally } from '@assay/testkit/listen';
import { startProtectedServer, type ProtectedServer } from '@assay/testkit/mcp-servers/protected-server';
import { beginAuthorization, finishAuthorization } from '../../src/oauth/authorization-code.ts';
import { discoverOAuth, type OAuthDiscovery } from '../../src/oauth/discover.ts';
import { clientMetadata, obtainClient } from '../../src/oauth/register.ts';
import { revokeToken } from '../../src/oauth/revoke.ts';
import { clientCredentials, refreshTokens } from '../../src/oauth/token-requests.ts';

const egress = openEgress(ONE_MACHINE_EGRESS);
const redirectUri = REDIRECT_URI;
let authorization: AuthorizationServer;
let closed: AuthorizationServer;
let server: ProtectedServer;
let discovery: OAuthDiscovery;

beforeAll(async () => {
  [authorization, closed] = await Promise.all([
    startAuthorizationServer({ lifetime: 60 }),
    startAuthorizationServer({ registration: false }),
  ]);
  server = await startProtectedServer(authorization);
  discovery = await discoverOAuth({ url: server.url, egress });
});
afterAll(() => Promise.all([authorization, closed, server].map((each) => each.stop())));

const consent = async (client: { client_id: string }, scopes?: string[]) => {
  const { url, state, codeVerifier } = await beginAuthorization({ discovery, client, redirectUri, scopes });
  const { searchParams } = await authorization.browse(url);
  expect(searchParams.get('state')).toBe(state);
  return {
    discovery,
    client,
    redirectUri,
    codeVerifier,
    code: searchParams.get('code')!,
    iss: searchParams.get('iss')!,
    egress,
  };
};

test.each([
  ['one that registers now', () => obtainClient({ discovery, redirectUri, egress })],
  ['a saved one with a secret', () => obtainClient({ discovery, redirectUri, egress, saved: CONFIDENTIAL_CLIENT })],
  [
    'a saved one without a secret',
    () => obtainClient({ discovery, redirectUri, egress, saved: PUBLIC_CLIENT, strategy: 'preregistered' }),
  ],
])('a client, %s, gets tokens for its resource, renews them and has them revoked', async (_, obtain) => {
  const client = await obtain();
  const tokens = await finishAuthorization(await consent(client));
  expect(await authorization.verify(tokens.access_token)).toEqual({ resource: server.url, scopes: ['tools'] });
  const known = {
    server: { ...discovery, authorizationServerUrl: authorization.issuer },
    client,
    egress,
    signal: AbortSignal.timeout(25_000),
  };
  const next = await refreshTokens({ ...known, refreshToken: tokens.refresh_token!, resource: discovery.resource! });
  expect(await authorization.verify(next.access_token)).toMatchObject({ resource: server.url });
  expect(await revokeToken({ ...known, token: next.refresh_token!, hint: 'refresh_token' })).toBe(true);
  expect(await authorization.verify(next.access_token)).toBeUndefined();
  await expect(refreshTokens({ ...known, refreshToken: next.refresh_token! })).rejects.toMatchObject({
    code: 'OAUTH_REQUIRED',
    details: { oauthError: 'invalid_grant', authorizationServer: authorization.issuer },
  });
});

test('the authorization URL has PKCE, the resource, the scopes and offline access', async () => {
  const { searchParams } = new URL((await beginAuthorization({ discovery, client: PUBLIC_CLIENT, redirectUri })).url);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    client_id: PUBLIC_CLIENT.client_id,
    redirect_uri: REDIRECT_URI,
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    resource: server.url,
    scope: 'tools offline_access',
    prompt: 'consent',
    state: expect.stringMatching(/^[\w-]{43}$/),
  });
});

test.each<
  [
    string,
    (back: Awaited<ReturnType<typeof consent>>) => Partial<Awaited<ReturnType<typeof consent>>>,
    string | undefined,
  ]
>([
  ['from another issuer', () => ({ iss: 'https://evil.example' }), undefined],
  ['without the issuer that was promised', () => ({ iss: undefined! }), undefined],
  ['with a code that is none', () => ({ code: 'made-up' }), 'invalid_grant'],
  ['with another verifier', () => ({ codeVerifier: 'v'.repeat(43) }), 'invalid_grant'],
])('an answer %s gives no grant', async (_, change, oauthError) => {
  const back = await consent(PUBLIC_CLIENT);
  const failed = await finishAuthorization({ ...back, ...change(back) }).catch((error: unknown) => error);
  expect(failed).toMatchObject({
    code: 'OAUTH_REQUIRED',
    details: { authorizationServer: authorization.issuer, ...(oauthError && { oauthError }) },
  });
});

const fault = (code: string) => ({ ...discovery, faults: [{ code, message: 'It is so.' }] });
test.each([
  ['whose issuer is another', 'issuer-mismatch', 'OAUTH_REQUIRED'],
  ['that is for another resource', 'resource-mismatch', 'OAUTH_REQUIRED'],
  ['that is malformed', 'authorization-server-invalid', 'OAUTH_REQUIRED'],
  ['that is down', 'authorization-server-unreachable', 'SERVER_UNREACHABLE'],
])('no browser is sent to an authorization server %s', async (_, code, expected) => {
  await expect(
    beginAuthorization({ discovery: fault(code), client: PUBLIC_CLIENT, redirectUri }),
  ).rejects.toMatchObject({
    code: expected,
    message: 'It is so.',
    details: { faults: [{ code }] },
  });
});

describe('registration of a client', () => {
  const clientMetadataUrl = 'https://assay.test/api/v1/oauth/client-metadata';
  const offering = (...registrationStrategies: OAuthDiscovery['registrationStrategies']) => ({
    ...discovery,
    registrationStrategies,
  });

  test.each<
    [
      string,
      Omit<Parameters<typeof obtainClient>[0], 'redirectUri' | 'egress' | 'discovery'>,
      OAuthDiscovery['registrationStrategies'],
      string,
    ]
  >([
    [
      'a saved client goes first',
      { saved: PUBLIC_CLIENT, clientMetadataUrl },
      ['cimd', 'dcr', 'preregistered'],
      PUBLIC_CLIENT.client_id,
    ],
    ['then our metadata document', { clientMetadataUrl }, ['cimd', 'dcr', 'preregistered'], clientMetadataUrl],
    [
      'only the wanted way',
      { saved: PUBLIC_CLIENT, clientMetadataUrl, strategy: 'cimd' },
      ['cimd', 'dcr', 'preregistered'],
      clientMetadataUrl,
    ],
  ])('%s', async (_, wish, offered, id) => {
    expect(await obtainClient({ discovery: offering(...offered), redirectUri, egress, ...wish })).toMatchObject({
      client_id: id,
    });
  });

  test.each<
    [
      string,
      Omit<Parameters<typeof obtainClient>[0], 'redirectUri' | 'egress' | 'discovery'>,
      OAuthDiscovery['registrationStrategies'],
    ]
  >([
    [
      'a metadata document that is not on https',
      { clientMetadataUrl: 'http://127.0.0.1/client' },
      ['cimd', 'preregistered'],
    ],
    ['a way that is not offered', { clientMetadataUrl, strategy: 'cimd' }, ['dcr', 'preregistered']],
    ['a client that is not saved', { clientMetadataUrl, strategy: 'preregistered' }, ['cimd', 'dcr', 'preregistered']],
    ['nothing that both know', {}, ['preregistered']],
  ])('there is no client by %s', async (_, wish, offered) => {
    const client = obtainClient({ discovery: offering(...offered), redirectUri, egress, ...wish });
    await expect(client).rejects.toMatchObject({
      code: 'OAUTH_REQUIRED',
      details: { authorizationServer: authorization.issuer },
    });
  });

  test('a failed registration names the HTTP status of the registration endpoint', async () => {
    const { authorizationServerMetadata, ...found } = await discoverOAuth({ url: `${closed.issuer}/mcp`, egress });
    const lying = {
      ...found,
      registrationStrategies: ['dcr' as const],
      authorizationServerMetadata: { ...authorizationServerMetadata!, registration_endpoint: `${closed.issuer}/reg` },
    };
    await expect(obtainClient({ discovery: lying, redirectUri, egress })).rejects.toMatchObject({
      code: 'OAUTH_REQUIRED',
      details: { httpStatus: 404 },
    });
  });

  test('our client metadata describe a public client with the authorization code grant', () => {
    expect(clientMetadata(REDIRECT_URI)).toMatchObject({
      redirect_uris: [REDIRECT_URI],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
      application_type: 'web',
    });
  });
});

test('a client gets tokens for itself', async () => {
  const known = {
    server: { ...discovery, authorizationServerUrl: authorization.issuer },
    egress,
    signal: AbortSignal.timeout(25_000),
    scopes: ['tools'],
    resource: discovery.resource!,
  };
  expect(
    await authorization.verify((await clientCredentials({ ...known, client: CONFIDENTIAL_CLIENT })).access_token),
  ).toEqual({ resource: server.url, scopes: ['tools'] });
  await expect(
    clientCredentials({ ...known, client: { ...CONFIDENTIAL_CLIENT, client_secret: 'wrong' } }),
  ).rejects.toMatchObject({ code: 'OAUTH_REQUIRED', details: { oauthError: 'invalid_client' } });
});

test.each([
  ['RS256', () => generateKeyPairSync('rsa', { modulusLength: 2_048 })],
  ['ES256', () => generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ['ES384', () => generateKeyPairSync('ec', { namedCurve: 'P-384' })],
  ['EdDSA', () => generateKeyPairSync('ed25519')],
])('a private key in the place of a secret signs with %s and is never sent', async (alg, pair) => {
  const secret = pair().privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const seen: { headers: IncomingMessage['headers']; body: string }[] = [];
  const tokenServer = await listenLocally((request, response) => {
    let body = '';
    request
      .setEncoding('utf8')
      .on('data', (text: string) => {
        body += text;
      })
      .on('end', () => {
        seen.push({ headers: request.headers, body });
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"access_token":"a","token_type":"Bearer"}');
      });
  });
  await clientCredentials({
    server: { authorizationServerUrl: tokenServer.origin },
    client: { client_id: 'c', client_secret: secret },
    egress,
    signal: AbortSignal.timeout(25_000),
  });
  const [{ headers, body }] = seen as [(typeof seen)[0]];
  const [header] = new URLSearchParams(body)
    .get('client_assertion')!
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString());
  expect(JSON.parse(header!)).toMatchObject({ alg });
  expect(headers.authorization).toBeUndefined();
  expect(decodeURIComponent(body)).not.toContain('PRIVATE');
  await tokenServer.stop();
});

test('an unreadable private key is a fault of the saved client, and is not sent', async () => {
  const client = { client_id: 'c', client_secret: '-----BEGIN PRIVATE KEY-----\nnonsense' };
  const asked = clientCredentials({
    server: { authorizationServerUrl: authorization.issuer },
    client,
    egress,
    signal: AbortSignal.timeout(25_000),
  });
  await expect(asked).rejects.toMatchObject({
    code: 'OAUTH_REQUIRED',
    message: expect.stringContaining('private key'),
  });
});

test('secrets are sent over https or to this machine only', async () => {
  const known = { client: CONFIDENTIAL_CLIENT, egress, signal: AbortSignal.timeout(25_000) };
  const plain = { authorizationServerUrl: 'http://as.example' };
  await expect(refreshTokens({ ...known, server: plain, refreshToken: 'r' })).rejects.toMatchObject({
    code: 'OAUTH_REQUIRED',
    message: expect.stringContaining('https'),
  });
  expect(
    await revokeToken({
      ...known,
      server: {
        ...plain,
        authorizationServerMetadata: {
          ...discovery.authorizationServerMetadata!,
          revocation_endpoint: 'http://as.example/revoke',
        },
      },
      token: 't',
      hint: 'access_token',
    }),
  ).toBe(false);
});
