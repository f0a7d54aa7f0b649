import { TokensService } from '@assay/contract/gen/assay/v1/grants';
import { deleteOAuthGrant, getOAuthGrant, importOAuthTokens } from '@assay/contract/operations/oauth';
import { callTool } from '@assay/contract/operations/primitives';
import { unseal } from '@assay/kit/seal';
import { CONFIDENTIAL, PUBLIC, startAuthorizationServer, type AuthorizationServer, type TokenFault } from '@assay/testkit/authorization-server';
import { listen } from '@assay/testkit/listen';
import { startProtected, type ProtectedServer } from '@assay/testkit/protected-server';
import { until } from '@assay/testkit/until';
import { consent, startFleet, type Fleet } from './fleet.ts';

let fleet: Fleet;
let authorization: AuthorizationServer;
let server: ProtectedServer;

beforeAll(async () => { [fleet, authorization] = await Promise.all([startFleet(2), startAuthorizationServer()]); });
afterAll(() => Promise.all([fleet, authorization].map((each) => each.stop())));
beforeEach(async () => {
  server = await startProtected(authorization);
  authorization.setLifetime(60);
  authorization.refused.length = 0;
  for (const type of Object.keys(authorization.granted)) delete authorization.granted[type];
});
afterEach(async () => {
  authorization.breakTokens(undefined);
  await server.stop();
});

type Address = ReturnType<Fleet['save']>;
const clientInformation = { clientId: CONFIDENTIAL.client_id, clientSecret: CONFIDENTIAL.client_secret };
const whoami = async (at: Address, options: Parameters<Fleet['call']>[3] = {}): Promise<string> => {
  const { content } = await fleet.call(callTool, at, { toolName: 'whoami' }, options) as { content: { text: string }[] };
  return content[0]!.text;
};
const refreshes = () => authorization.granted['refresh_token'] ?? 0;

/** A saved server whose tokens were imported. */
async function imported({ lifetime = 60, client = CONFIDENTIAL, change = {} }: { lifetime?: number; client?: { client_id: string; client_secret?: string }; change?: object } = {}) {
  authorization.setLifetime(lifetime);
  const tokens = await consent(server.url, authorization, client);
  const at = fleet.save(server.url);
  const information = { clientId: client.client_id, ...(client.client_secret && { clientSecret: client.client_secret }) };
  const reply = await fleet.call(importOAuthTokens, at, { serverUrl: server.url, tokens: { ...tokens, ...change }, clientInformation: information });
  return { at, tokens, reply };
}

test('imported tokens open the server from then on, and are never told', async () => {
  const before = Date.now();
  const { at, tokens, reply } = await imported();
  expect(reply).toEqual({ imported: true, expiresAt: expect.any(Number) });
  expect(Math.abs(Number(reply['expiresAt']) - before - 60_000)).toBeLessThan(5_000);
  expect(await whoami(at)).toBe(tokens.access_token);
  expect(fleet.saved(at.serverId)).toMatchObject({ useOauth: true, authMethod: 'oauth' });
  const grant = await fleet.call(getOAuthGrant, at);
  expect(grant).toMatchObject({ serverUrl: server.url, grantType: 'authorization_code', scopes: ['tools'], hasRefreshToken: true, state: 'active', expiresAt: reply['expiresAt'] });
  for (const secret of [tokens.access_token, tokens.refresh_token, CONFIDENTIAL.client_secret]) expect(JSON.stringify(grant)).not.toContain(secret);
  const { rows } = await fleet.pool.query('select to_jsonb(g) as row, encode(sealed, $1) as bytes from oauth_grants g', ['escape']);
  for (const secret of [tokens.access_token, tokens.refresh_token, CONFIDENTIAL.client_secret]) expect(JSON.stringify(rows)).not.toContain(secret);
});

test.each([['a client with a secret', CONFIDENTIAL], ['a client without one', PUBLIC]])('%s renews its token before the end, and the next one again', async (_, client) => {
  const { at, tokens } = await imported({ lifetime: 1, client });
  const seen = new Set<string>();
  await until(async () => seen.add(await whoami(at)).size > 2, 15_000);
  expect(seen).not.toContain(tokens.refresh_token);
  expect(authorization.refused).toEqual([]);
  expect(await fleet.call(getOAuthGrant, at)).toMatchObject({ state: 'active', lastRefreshAt: expect.any(Number), authorizationServer: authorization.issuer, resource: server.url });
});

test('a token that the server turns down is renewed once, and the call goes through', async () => {
  const { at } = await imported({ change: { access_token: 'no-longer-good' } });
  const seen = await Promise.all([whoami(at), whoami(at), whoami(at, { through: fleet.channels[1]! })]);
  expect(new Set(seen).size).toBe(1);
  expect([refreshes(), authorization.refused]).toEqual([1, []]);
});

test('a server that turns every token down costs one refresh, not one per call', async () => {
  const { at } = await imported();
  server.refuseAll(true);
  await expect(whoami(at)).rejects.toMatchObject({ code: 'OAUTH_REQUIRED' });
  for (let i = 0; i < 4; i += 1) await expect(whoami(at)).rejects.toMatchObject({ code: 'OAUTH_REQUIRED', details: { reason: 'GRANT_REJECTED', serverId: at.serverId } });
  expect(refreshes()).toBe(1);
  server.refuseAll(false);
  await whoami(at);
});

test('tokens that cannot be renewed end with their life, and say so', async () => {
  const { at } = await imported({ lifetime: 1, change: { refresh_token: undefined } });
  await until(() => whoami(at).then(() => false, ({ code, details }) => code === 'OAUTH_REQUIRED' && details.reason === 'GRANT_EXPIRED'));
  expect(refreshes()).toBe(0);
});

test('a grant that the authorization server takes no more is lost for everybody until somebody grants anew', async () => {
  const { at } = await imported({ change: { refresh_token: 'gone', expires_in: 0 } });
  const lost = { code: 'OAUTH_REQUIRED', details: { reason: 'GRANT_LOST', oauthError: 'invalid_grant', authorizationServer: authorization.issuer } };
  await expect(whoami(at)).rejects.toMatchObject(lost);
  await expect(whoami(at, { through: fleet.channels[1]! })).rejects.toMatchObject(lost);
  expect(authorization.refused).toEqual(['invalid_grant']);
  expect(await fleet.call(getOAuthGrant, at)).toMatchObject({ state: 'lost', lastError: { code: 'OAUTH_REQUIRED' } });
  const tokens = await consent(server.url, authorization, CONFIDENTIAL);
  await fleet.call(importOAuthTokens, at, { serverUrl: server.url, tokens, clientInformation });
  expect(await whoami(at)).toBe(tokens.access_token);
  expect(await fleet.call(getOAuthGrant, at)).toMatchObject({ state: 'active' });
});

const down: TokenFault = (_request, response) => { response.writeHead(503).end('down'); };
const garbage: TokenFault = (_request, response) => { response.writeHead(200, { 'content-type': 'application/json' }).end('{"access_token": 7}'); };
const injected: TokenFault = (_request, response) => { response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ access_token: 'a\r\nx: y', token_type: 'bearer' })); };
const boundElsewhere: TokenFault = (_request, response) => { response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ access_token: 'a', token_type: 'DPoP' })); };
const flood: TokenFault = (_request, response) => { response.writeHead(200).end(Buffer.alloc(2_000_000, 0x20)); };
const hangUp: TokenFault = (request) => { request.socket.destroy(); };
const away: TokenFault = (_request, response) => { response.writeHead(307, { location: 'http://127.0.0.1:9/token' }).end(); };
const silent: TokenFault = () => {};

test.each<[string, TokenFault, string]>([
  ['is down', down, 'SERVER_UNREACHABLE'], ['writes nonsense', garbage, 'SERVER_UNREACHABLE'], ['writes what breaks a header', injected, 'SERVER_UNREACHABLE'],
  ['gives tokens that are bound to a key', boundElsewhere, 'SERVER_UNREACHABLE'], ['never stops writing', flood, 'SERVER_UNREACHABLE'], ['hangs up', hangUp, 'SERVER_UNREACHABLE'], ['sends us elsewhere', away, 'SERVER_UNREACHABLE'],
  ['does not answer', silent, 'TIMEOUT'],
])('an authorization server that %s loses no grant: the good token is used, then the trouble is told, then all is well', async (_, fault, code) => {
  const { at, tokens } = await imported({ lifetime: 4 });
  await fleet.pool.query('update oauth_grants set refresh_at = now() where server_id = $1', [at.serverId]);
  const asked = Promise.withResolvers<void>();
  authorization.breakTokens((...args) => { asked.resolve(); fault(...args); });
  const first = whoami(at);
  await asked.promise;
  expect(await whoami(at, { through: fleet.channels[1]! })).toBe(tokens.access_token);
  const trouble = await until(() => whoami(at, { through: fleet.channels[1]! }).then(() => undefined, (error: unknown) => error), 25_000);
  expect(trouble).toMatchObject({ code, details: { serverId: at.serverId, authorizationServer: authorization.issuer } });
  expect(JSON.stringify(trouble)).not.toContain(tokens.refresh_token);
  await first.catch(() => undefined);
  expect(await fleet.call(getOAuthGrant, at)).toMatchObject({ state: 'active', lastError: { code } });
  authorization.breakTokens(undefined);
  expect(await until(() => whoami(at), 20_000)).not.toBe(tokens.access_token);
  expect([refreshes(), authorization.refused]).toEqual([1, []]);
}, 60_000);

test('a server whose OAuth is broken touches no other', async () => {
  const [{ at: broken }, { at: well, tokens }] = [await imported({ change: { expires_in: 0 } }), await imported()];
  const held = Promise.withResolvers<() => void>();
  authorization.breakTokens((_request, response) => held.resolve(() => response.writeHead(503).end()));
  const stuck = whoami(broken).catch((error: unknown) => error);
  const release = await held.promise;
  const before = performance.now();
  expect(await whoami(well)).toBe(tokens.access_token);
  expect(performance.now() - before).toBeLessThan(5_000);
  release();
  expect(await stuck).toMatchObject({ code: 'SERVER_UNREACHABLE' });
});

test('a replica that is killed while it renews holds nobody up for longer than its lease', async () => {
  const { at, tokens } = await imported({ change: { expires_in: 0 } });
  const replica = await fleet.startProcess();
  const asked = Promise.withResolvers<void>();
  authorization.breakTokens(() => asked.resolve());
  const cut = whoami(at, { through: replica.channel }).catch((error: unknown) => error);
  await asked.promise;
  await replica.kill();
  await cut;
  authorization.breakTokens(undefined);
  expect(await until(() => whoami(at), 30_000)).not.toBe(tokens.access_token);
  expect([refreshes(), authorization.refused]).toEqual([1, []]);
  for (const secret of [tokens.access_token, tokens.refresh_token!, CONFIDENTIAL.client_secret]) expect(replica.written()).not.toContain(secret);
}, 60_000);

test('a token is for the origin that it was granted for: a server that moves takes none along', async () => {
  const shown: (string | undefined)[] = [];
  const other = await listen((request, response) => { shown.push(request.headers.authorization); response.writeHead(401).end(); });
  const { at } = await imported();
  await whoami(at);
  fleet.save(`${other.origin}/mcp`, { ...fleet.saved(at.serverId), url: `${other.origin}/mcp` });
  await expect(whoami(at)).rejects.toMatchObject({ code: 'OAUTH_REQUIRED', details: { reason: 'GRANT_FOR_ANOTHER_ORIGIN' } });
  expect(shown.filter(Boolean)).toEqual([]);
  await other.stop();
});

test('a server without OAuth costs no look at grants, and a saved header goes before a grant unless OAuth is said to be the way in', async () => {
  const saved = { id: 'srv_header', credentials: { headers: { Authorization: 'Bearer of-the-owner' } }, useOauth: true };
  const at = fleet.save(server.url, saved);
  await expect(whoami(at)).rejects.toMatchObject({ code: 'OAUTH_REQUIRED' });
  expect([...server.shown]).toEqual([['of-the-owner', expect.anything()]]);
  const tokens = await consent(server.url, authorization, CONFIDENTIAL);
  await fleet.call(importOAuthTokens, at, { serverUrl: server.url, tokens, clientInformation });
  expect(await whoami(at)).toBe(tokens.access_token);
});

describe('a server that is entered as its own client', () => {
  const own = { authMethod: 'client_credentials', clientId: CONFIDENTIAL.client_id, credentials: { clientSecret: CONFIDENTIAL.client_secret }, oauthScopes: ['tools'] };

  test('gets a token by itself, and another when that ends', async () => {
    authorization.setLifetime(1);
    const at = fleet.save(server.url, own);
    const seen = new Set<string>();
    await until(async () => seen.add(await whoami(at)).size > 1, 15_000);
    expect(await fleet.call(getOAuthGrant, at)).toMatchObject({ grantType: 'client_credentials', scopes: ['tools'], hasRefreshToken: false });
    expect(authorization.refused).toEqual([]);
  });

  test('many calls on every replica share one token', async () => {
    const at = fleet.save(server.url, { ...own, authMethod: '', useOauth: true });
    const seen = await Promise.all(Array.from({ length: 20 }, (_, i) => whoami(at, { through: fleet.channels[i % 2]! })));
    expect([new Set(seen).size, authorization.granted['client_credentials']]).toEqual([1, 1]);
  });

  test('a wrong secret is told, asked with sparingly, and mended by saving the right one', async () => {
    const at = fleet.save(server.url, { ...own, credentials: { clientSecret: 'wrong' } });
    for (let i = 0; i < 4; i += 1) await expect(whoami(at)).rejects.toMatchObject({ code: 'OAUTH_REQUIRED', details: { oauthError: 'invalid_client' } });
    expect(authorization.refused.length).toBeLessThan(3);
    fleet.save(server.url, { ...own, id: at.serverId });
    await until(() => whoami(at), 15_000);
  });
});

test('a deleted grant is revoked at the authorization server and forgotten', async () => {
  const { at, tokens } = await imported({ change: { access_token: 'stale' } });
  const current = await whoami(at);
  expect(await fleet.call(deleteOAuthGrant, at)).toEqual({ deleted: true, revoked: true });
  expect([await authorization.verify(current), await authorization.verify(tokens.access_token)]).toEqual([undefined, undefined]);
  await expect(fleet.call(getOAuthGrant, at)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(fleet.call(deleteOAuthGrant, at)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(whoami(at)).rejects.toMatchObject({ code: 'OAUTH_REQUIRED' });
});

test.each<[string, (url: string) => object, string]>([
  ['no tokens', (serverUrl) => ({ serverUrl }), '/tokens'],
  ['no access token', (serverUrl) => ({ serverUrl, tokens: {} }), '/tokens/access_token'],
  ['an access token that breaks a header', (serverUrl) => ({ serverUrl, tokens: { access_token: 'a\r\nb: c' } }), '/tokens/access_token'],
  ['a life that is over before it began', (serverUrl) => ({ serverUrl, tokens: { access_token: 'a', expires_in: -1 } }), '/tokens/expires_in'],
  ['a life beyond measure', (serverUrl) => ({ serverUrl, tokens: { access_token: 'a', expires_in: 1e12 } }), '/tokens/expires_in'],
  ['a token of another kind', (serverUrl) => ({ serverUrl, tokens: { access_token: 'a', token_type: 'mac' } }), '/tokens/token_type'],
  ['no server', () => ({ tokens: { access_token: 'a' } }), '/serverUrl'],
  ['another server', () => ({ serverUrl: 'https://evil.example/mcp', tokens: { access_token: 'a' } }), '/serverUrl'],
  ['a client without an id', (serverUrl) => ({ serverUrl, tokens: { access_token: 'a' }, clientInformation: {} }), '/clientInformation/clientId'],
  ['an authorization server that is no web address', (serverUrl) => ({ serverUrl, tokens: { access_token: 'a' }, authorizationServerUrl: 'file:///etc' }), '/authorizationServerUrl'],
])('an import with %s is refused naming the path, and nothing is written', async (_, input, path) => {
  const at = fleet.save(server.url);
  await expect(fleet.call(importOAuthTokens, at, input(server.url))).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: expect.arrayContaining([expect.objectContaining({ path })]) } });
  await expect(fleet.call(getOAuthGrant, at)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(fleet.saved(at.serverId)).toMatchObject({ useOauth: false });
});

test('keys that an import does not know are ignored, and tokens without a life are used until they are turned down', async () => {
  const at = fleet.save(server.url);
  const tokens = await consent(server.url, authorization, CONFIDENTIAL);
  const { expires_in: _, ...rest } = tokens;
  expect(await fleet.call(importOAuthTokens, at, { serverUrl: server.url, tokens: { ...rest, ext: 1 }, clientInformation: { ...clientInformation, redirect_uris: [] }, source: 'cli' })).toEqual({ imported: true, expiresAt: null });
  expect(await whoami(at)).toBe(tokens.access_token);
});

test('a server of another project has no grant to be seen, set, forgotten or used', async () => {
  const at = fleet.save(server.url, { projectId: 'prj_2' });
  for (const address of [{ ...at, projectId: 'prj_2' }, at]) {
    for (const operation of [getOAuthGrant, deleteOAuthGrant]) await expect(fleet.call(operation, address)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(fleet.call(importOAuthTokens, address, { serverUrl: server.url, tokens: { access_token: 'a' } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
  await expect(fleet.runners[0]!.call(TokensService.getAccessToken, { ...at, projectId: 'prj_1', rejectedHash: Buffer.alloc(0) })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('services are given tokens sealed for the server, and nobody else is', async () => {
  const { at, tokens } = await imported();
  const ask = { ...at, rejectedHash: Buffer.alloc(0) };
  const { sealed, freshUntilMs } = await fleet.runners[0]!.call(TokensService.getAccessToken, ask);
  expect(unseal(sealed, fleet.keyEncryptionKey, `token:${at.serverId}`).toString()).toBe(tokens.access_token);
  expect(freshUntilMs).toBeGreaterThan(Date.now());
  await expect(fleet.channels[0]!.call(TokensService.getAccessToken, ask, { caller: { requestId: 'r', organizationId: 'org_1', userId: 'usr_1', projectId: 'prj_1', role: 'admin' } })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const none = await fleet.runners[0]!.call(TokensService.getAccessToken, { ...fleet.save(server.url, { useOauth: true }), rejectedHash: Buffer.alloc(0) });
  expect(none.sealed).toHaveLength(0);
});
