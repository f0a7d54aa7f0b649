import type { RequestListener } from 'node:http';
import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { listenLocally } from '@assay/testkit/listen';
import { discoverOAuth, type OAuthChallenge } from '../../src/oauth/discover.ts';

const egress = openEgress(ONE_MACHINE_EGRESS);
const RESOURCE = '/.well-known/oauth-protected-resource';
const SERVER = '/.well-known/oauth-authorization-server';

type Documents = (origin: string) => Record<string, object | string | number | RequestListener>;
const described = (issuer: string, more: object = {}) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
  ...more,
});
const openid = {
  jwks_uri: 'https://as.example/jwks',
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
};

/**
 * Discovers a server whose paths answer with a document, a text, a status or a function; ORIGIN in an answer is
 * replaced by its origin.
 */
async function discovered(documents: Documents, challenge: (origin: string) => OAuthChallenge = () => ({})) {
  const { origin, stop } = await listenLocally((request, response) => {
    const found = documents(`http://${request.headers.host}`)[request.url!] ?? 404;
    if (typeof found === 'function') return found(request, response);
    if (typeof found === 'number') return response.writeHead(found).end();
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(typeof found === 'string' ? found : JSON.stringify(found));
  });
  try {
    const found = await discoverOAuth({ url: `${origin}/mcp`, egress }, challenge(origin));
    return JSON.parse(JSON.stringify(found).replaceAll(origin, 'ORIGIN')) as Awaited<ReturnType<typeof discoverOAuth>>;
  } finally {
    await stop();
  }
}

const healthy: Documents = (origin) => ({
  [`${RESOURCE}/mcp`]: {
    resource: `${origin}/mcp`,
    authorization_servers: [`${origin}/tenant`],
    scopes_supported: ['tools', 'files'],
  },
  [`${SERVER}/tenant`]: described(`${origin}/tenant`, {
    registration_endpoint: `${origin}/register`,
    client_id_metadata_document_supported: true,
  }),
});

test('a server with complete metadata is fully known, without faults', async () => {
  expect(await discovered(healthy)).toMatchObject({
    resourceMetadataUrl: `ORIGIN${RESOURCE}/mcp`,
    resource: 'ORIGIN/mcp',
    scopes: ['tools', 'files'],
    authorizationServerUrl: 'ORIGIN/tenant',
    authorizationServerMetadataUrl: `ORIGIN${SERVER}/tenant`,
    authorizationServerMetadata: { token_endpoint: 'ORIGIN/tenant/token' },
    registrationStrategies: ['cimd', 'dcr', 'preregistered'],
    faults: [],
  });
});

test('the scopes of the challenge have precedence over the scopes of the resource', async () => {
  const at = (origin: string) => ({
    ...healthy(origin),
    '/elsewhere': { resource: origin, authorization_servers: [`${origin}/tenant`] },
  });
  expect(
    await discovered(at, (origin) => ({ resourceMetadataUrl: `${origin}/elsewhere`, scope: 'admin' })),
  ).toMatchObject({
    resourceMetadataUrl: 'ORIGIN/elsewhere',
    resource: 'ORIGIN',
    scopes: ['admin'],
    faults: [{ code: 'resource-differs' }],
  });
});

test.each<[string, Documents, object]>([
  [
    'resource metadata at the root',
    (origin) => ({
      ...healthy(origin),
      [`${RESOURCE}/mcp`]: 404,
      [RESOURCE]: { resource: origin, authorization_servers: [origin] },
      [SERVER]: described(origin),
    }),
    { resourceMetadataUrl: `ORIGIN${RESOURCE}`, faults: [{ code: 'resource-differs' }] },
  ],
  [
    'OpenID discovery before the path',
    (origin) => ({
      ...healthy(origin),
      [`${SERVER}/tenant`]: 404,
      '/.well-known/openid-configuration/tenant': described(`${origin}/tenant`, openid),
    }),
    { authorizationServerMetadataUrl: 'ORIGIN/.well-known/openid-configuration/tenant', faults: [] },
  ],
  [
    'OpenID discovery after the path',
    (origin) => ({
      ...healthy(origin),
      [`${SERVER}/tenant`]: 404,
      '/tenant/.well-known/openid-configuration': described(`${origin}/tenant`, {
        ...openid,
        revocation_endpoint: `${origin}/revoke`,
      }),
    }),
    { authorizationServerMetadata: { revocation_endpoint: 'ORIGIN/revoke' }, faults: [] },
  ],
  [
    'the second authorization server where the first is silent',
    (origin) => ({
      ...healthy(origin),
      [`${RESOURCE}/mcp`]: { resource: `${origin}/mcp`, authorization_servers: [`${origin}/gone`, `${origin}/tenant`] },
    }),
    { authorizationServerUrl: 'ORIGIN/tenant', faults: [] },
  ],
  [
    'a server of 2025-03-26 without resource metadata',
    (origin) => ({ [SERVER]: described(origin) }),
    {
      authorizationServerUrl: 'ORIGIN/',
      authorizationServerMetadataUrl: `ORIGIN${SERVER}`,
      registrationStrategies: ['preregistered'],
      faults: [{ code: 'resource-metadata-missing' }],
    },
  ],
  [
    'a server of 2025-03-26 whose issuer has a path',
    (origin) => ({ [SERVER]: described(`${origin}/oauth`) }),
    {
      authorizationServerMetadata: { token_endpoint: 'ORIGIN/oauth/token' },
      faults: [{ code: 'resource-metadata-missing' }],
    },
  ],
  [
    'a server without any metadata',
    () => ({}),
    {
      authorizationServerUrl: 'ORIGIN/',
      registrationStrategies: [],
      faults: [{ code: 'resource-metadata-missing' }, { code: 'authorization-server-metadata-missing' }],
    },
  ],
])('finds %s', async (_, documents, expected) => {
  expect(await discovered(documents)).toMatchObject(expected);
});

const garbled: RequestListener = (_request, response) => {
  response.end(Buffer.alloc(600 * 1024, 0x20));
};
const cut: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-length': 100 }).write('{');
  setImmediate(() => response.destroy());
};
const away: RequestListener = (_request, response) => {
  response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
};
const resource = (origin: string, more: object) => ({
  ...healthy(origin),
  [`${RESOURCE}/mcp`]: { resource: `${origin}/mcp`, authorization_servers: [`${origin}/tenant`], ...more },
});
const server = (origin: string, answer: object | string | number | RequestListener) => ({
  ...healthy(origin),
  [`${SERVER}/tenant`]: answer,
});

test.each<[string, Documents, string]>([
  ['metadata that are no JSON', (origin) => server(origin, '<html>'), 'authorization-server-invalid'],
  [
    'metadata without endpoints',
    (origin) => server(origin, { issuer: `${origin}/tenant` }),
    'authorization-server-invalid',
  ],
  ['metadata that are too large', (origin) => server(origin, garbled), 'authorization-server-invalid'],
  ['an authorization server that is broken', (origin) => server(origin, 503), 'authorization-server-unreachable'],
  ['an authorization server that hangs up', (origin) => server(origin, cut), 'authorization-server-unreachable'],
  [
    'an authorization server that does not answer',
    (origin) => resource(origin, { authorization_servers: ['http://127.0.0.1:9'] }),
    'authorization-server-unreachable',
  ],
  ['another issuer', (origin) => server(origin, described(`${origin}/other`)), 'issuer-mismatch'],
  [
    'an issuer at another origin that was not named',
    () => ({ [SERVER]: described('https://evil.example') }),
    'issuer-mismatch',
  ],
  [
    'no PKCE',
    (origin) => server(origin, described(`${origin}/tenant`, { code_challenge_methods_supported: ['plain'] })),
    'pkce-unsupported',
  ],
  [
    'silence about PKCE',
    (origin) => server(origin, described(`${origin}/tenant`, { code_challenge_methods_supported: undefined })),
    'pkce-unsupported',
  ],
  [
    'no authorization codes',
    (origin) => server(origin, described(`${origin}/tenant`, { response_types_supported: ['token'] })),
    'code-flow-unsupported',
  ],
  [
    'a token endpoint in plain text',
    (origin) => server(origin, described(`${origin}/tenant`, { token_endpoint: 'http://as.example/token' })),
    'insecure-endpoint',
  ],
  [
    'metadata of another resource',
    (origin) => resource(origin, { resource: 'https://other.example/mcp' }),
    'resource-mismatch',
  ],
  [
    'resource metadata without an authorization server',
    (origin) => resource(origin, { authorization_servers: undefined }),
    'authorization-servers-missing',
  ],
  [
    'resource metadata that are no JSON',
    (origin) => ({ ...healthy(origin), [`${RESOURCE}/mcp`]: 'what?' }),
    'resource-metadata-invalid',
  ],
  [
    'resource metadata on a redirect',
    (origin) => ({ ...healthy(origin), [`${RESOURCE}/mcp`]: away, [RESOURCE]: away }),
    'resource-metadata-redirected',
  ],
  [
    'resource metadata that are broken',
    (origin) => ({ ...healthy(origin), [`${RESOURCE}/mcp`]: 503 }),
    'resource-metadata-unreachable',
  ],
])('reports %s', async (_, documents, code) => {
  const { faults } = await discovered(documents);
  expect(faults).toContainEqual(expect.objectContaining({ code, message: expect.stringMatching(/\.$/) }));
});

test('metadata at another origin are not fetched for a challenge', async () => {
  let asked = 0;
  const other = await listenLocally((_request, response) => {
    asked += 1;
    response.end('{}');
  });
  const { faults, resourceMetadataUrl } = await discovered(healthy, () => ({
    resourceMetadataUrl: `${other.origin}/metadata`,
  }));
  expect({ asked, codes: faults.map(({ code }) => code), resourceMetadataUrl }).toEqual({
    asked: 0,
    codes: ['resource-metadata-elsewhere'],
    resourceMetadataUrl: `ORIGIN${RESOURCE}/mcp`,
  });
  await other.stop();
});

test('an address that does not answer is only a fault', async () => {
  expect((await discoverOAuth({ url: 'http://127.0.0.1:9/mcp', egress })).faults).toContainEqual(
    expect.objectContaining({ code: 'authorization-server-unreachable' }),
  );
});
