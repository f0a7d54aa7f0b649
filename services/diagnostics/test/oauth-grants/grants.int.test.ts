import { TokensService } from '@assay/mesh/gen/assay/v1/grants';
import { operations } from '@assay/contract/operations';
import { unseal } from '@assay/kit/security/seal';
import { CONFIDENTIAL_CLIENT, PUBLIC_CLIENT } from '@assay/testkit/identity/authorization-server';
import { listenLocally } from '@assay/testkit/listen';
import { waitUntil } from '@assay/testkit/until';
import { consent } from './fleet.ts';
import { clientInformation, startGrants, type Grants } from './granted.ts';

let fixture: Grants;
beforeAll(async () => {
  fixture = await startGrants();
});
beforeEach(() => fixture.begin());
afterAll(() => fixture.stop());

test('imported tokens open the server, and are never shown', async () => {
  const before = Date.now();
  const { at, tokens, reply } = await fixture.imported();
  expect(reply).toEqual({ imported: true, expiresAt: expect.any(Number) });
  const life = Number(tokens.expires_in) * 1_000;
  expect(Number(reply['expiresAt'])).toBeGreaterThan(before + life - 1_000);
  expect(Number(reply['expiresAt'])).toBeLessThan(Date.now() + life + 1_000);
  expect(await fixture.whoami(at)).toBe(tokens.access_token);
  expect(fixture.fleet.saved(at.serverId)).toMatchObject({ useOauth: true, authMethod: 'oauth' });
  const grant = await fixture.fleet.call(operations.getOAuthGrant, at);
  expect(grant).toMatchObject({
    serverUrl: fixture.server().url,
    grantType: 'authorization_code',
    scopes: ['tools'],
    hasRefreshToken: true,
    state: 'active',
    expiresAt: reply['expiresAt'],
  });
  for (const secret of [tokens.access_token, tokens.refresh_token, CONFIDENTIAL_CLIENT.client_secret])
    expect(JSON.stringify(grant)).not.toContain(secret);
  const { rows } = await fixture.fleet.pool.query(
    'select to_jsonb(g) as row, encode(sealed, $1) as bytes from oauth_grants g',
    ['escape'],
  );
  for (const secret of [tokens.access_token, tokens.refresh_token, CONFIDENTIAL_CLIENT.client_secret])
    expect(JSON.stringify(rows)).not.toContain(secret);
});

test.each([
  ['a client with a secret', CONFIDENTIAL_CLIENT],
  ['a client without one', PUBLIC_CLIENT],
])('%s renews its token before the end, and the next one again', async (_, client) => {
  const { at, tokens } = await fixture.imported({ lifetime: 1, client });
  const seen = new Set<string>();
  await waitUntil(async () => seen.add(await fixture.whoami(at)).size > 2, 15_000);
  expect(seen).not.toContain(tokens.refresh_token);
  expect(fixture.authorization.refused).toEqual([]);
  expect(await fixture.fleet.call(operations.getOAuthGrant, at)).toMatchObject({
    state: 'active',
    lastRefreshAt: expect.any(Number),
    authorizationServer: fixture.authorization.issuer,
    resource: fixture.server().url,
  });
});

test('a rejected token is renewed once, and the call succeeds', async () => {
  const { at } = await fixture.imported({ change: { access_token: 'no-longer-good' } });
  const seen = await Promise.all([
    fixture.whoami(at),
    fixture.whoami(at),
    fixture.whoami(at, { through: fixture.fleet.channels[1]! }),
  ]);
  expect(new Set(seen).size).toBe(1);
  expect([fixture.refreshes(), fixture.authorization.refused]).toEqual([1, []]);
});

test('a server that rejects every token costs one refresh, not one per call', async () => {
  const { at } = await fixture.imported();
  fixture.server().refuseAll(true);
  await expect(fixture.whoami(at)).rejects.toMatchObject({ code: 'OAUTH_REQUIRED' });
  // The token stays young, however long the calls take.
  await fixture.fleet.pool.query(
    `update oauth_grants set last_refresh_at = now() + interval '1 minute' where server_id = $1`,
    [at.serverId],
  );
  for (let i = 0; i < 4; i += 1)
    await expect(fixture.whoami(at)).rejects.toMatchObject({
      code: 'OAUTH_REQUIRED',
      details: { reason: 'GRANT_REJECTED', serverId: at.serverId },
    });
  expect(fixture.refreshes()).toBe(1);
  fixture.server().refuseAll(false);
  await fixture.whoami(at);
});

test('tokens without a refresh token end with their lifetime, and the error says so', async () => {
  const { at } = await fixture.imported({ lifetime: 1, change: { refresh_token: undefined } });
  await waitUntil(() =>
    fixture.whoami(at).then(
      () => false,
      ({ code, details }) => code === 'OAUTH_REQUIRED' && details.reason === 'GRANT_EXPIRED',
    ),
  );
  expect(fixture.refreshes()).toBe(0);
});

test('a token is bound to its origin: a server that moves does not take it along', async () => {
  const shown: (string | undefined)[] = [];
  const other = await listenLocally((request, response) => {
    shown.push(request.headers.authorization);
    response.writeHead(401).end();
  });
  const { at } = await fixture.imported();
  await fixture.whoami(at);
  fixture.fleet.save(`${other.origin}/mcp`, { ...fixture.fleet.saved(at.serverId), url: `${other.origin}/mcp` });
  await expect(fixture.whoami(at)).rejects.toMatchObject({
    code: 'OAUTH_REQUIRED',
    details: { reason: 'GRANT_FOR_ANOTHER_ORIGIN' },
  });
  expect(shown.filter(Boolean)).toEqual([]);
  await other.stop();
});

test('a saved header has precedence over a grant unless the server is saved with OAuth', async () => {
  const saved = {
    id: 'srv_header',
    credentials: { headers: { Authorization: 'Bearer of-the-owner' } },
    useOauth: true,
  };
  const at = fixture.fleet.save(fixture.server().url, saved);
  await expect(fixture.whoami(at)).rejects.toMatchObject({ code: 'OAUTH_REQUIRED' });
  expect([...fixture.server().shown]).toEqual([['of-the-owner', expect.anything()]]);
  const tokens = await consent(fixture.server().url, fixture.authorization, CONFIDENTIAL_CLIENT);
  await fixture.fleet.call(operations.importOAuthTokens, at, {
    serverUrl: fixture.server().url,
    tokens,
    clientInformation,
  });
  expect(await fixture.whoami(at)).toBe(tokens.access_token);
});

describe('a server with a client of its own', () => {
  const own = {
    authMethod: 'client_credentials',
    clientId: CONFIDENTIAL_CLIENT.client_id,
    credentials: { clientSecret: CONFIDENTIAL_CLIENT.client_secret },
    oauthScopes: ['tools'],
  };

  test('gets a token by itself, and a new one when that expires', async () => {
    fixture.authorization.setLifetime(1);
    const at = fixture.fleet.save(fixture.server().url, own);
    const seen = new Set<string>();
    await waitUntil(async () => seen.add(await fixture.whoami(at)).size > 1, 15_000);
    expect(await fixture.fleet.call(operations.getOAuthGrant, at)).toMatchObject({
      grantType: 'client_credentials',
      scopes: ['tools'],
      hasRefreshToken: false,
    });
    expect(fixture.authorization.refused).toEqual([]);
  });

  test('shares one token among many calls on every replica', async () => {
    const at = fixture.fleet.save(fixture.server().url, { ...own, authMethod: '', useOauth: true });
    const seen = await Promise.all(
      Array.from({ length: 20 }, (_, i) => fixture.whoami(at, { through: fixture.fleet.channels[i % 2]! })),
    );
    expect([new Set(seen).size, fixture.authorization.granted['client_credentials']]).toEqual([1, 1]);
  });

  test('reports a wrong secret, retries rarely, and works once the right secret is saved', async () => {
    const at = fixture.fleet.save(fixture.server().url, { ...own, credentials: { clientSecret: 'wrong' } });
    const told = { code: 'OAUTH_REQUIRED', details: { oauthError: 'invalid_client' } };
    const retryAt = (time: string) =>
      fixture.fleet.pool.query(`update oauth_grants set retry_at = ${time} where server_id = $1`, [at.serverId]);
    await expect(fixture.whoami(at)).rejects.toMatchObject(told);
    expect(
      (
        await fixture.fleet.pool.query('select from oauth_grants where retry_at > updated_at and server_id = $1', [
          at.serverId,
        ])
      ).rowCount,
    ).toBe(1);
    // The back-off lasts, however long the calls take.
    await retryAt(`now() + interval '1 hour'`);
    const asked = fixture.authorization.refused.length;
    for (let i = 0; i < 3; i += 1) await expect(fixture.whoami(at)).rejects.toMatchObject(told);
    expect(fixture.authorization.refused).toHaveLength(asked);
    await retryAt('null');
    fixture.fleet.save(fixture.server().url, { ...own, id: at.serverId });
    await waitUntil(() => fixture.whoami(at), 15_000);
  });
});

test('a deleted grant is revoked at the authorization server and removed', async () => {
  const { at, tokens } = await fixture.imported({ change: { access_token: 'stale' } });
  const current = await fixture.whoami(at);
  expect(await fixture.fleet.call(operations.deleteOAuthGrant, at)).toEqual({ deleted: true, revoked: true });
  expect([
    await fixture.authorization.verify(current),
    await fixture.authorization.verify(tokens.access_token),
  ]).toEqual([undefined, undefined]);
  await expect(fixture.fleet.call(operations.getOAuthGrant, at)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(fixture.fleet.call(operations.deleteOAuthGrant, at)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(fixture.whoami(at)).rejects.toMatchObject({ code: 'OAUTH_REQUIRED' });
});

test('services receive tokens sealed for the server, and members do not', async () => {
  const { at, tokens } = await fixture.imported();
  const { origin } = new URL(fixture.server().url);
  const ask = { ...at, origin, rejectedHash: Buffer.alloc(0) };
  const { sealed, freshForMs } = await fixture.fleet.runners[0]!.call(TokensService.getAccessToken, ask);
  expect(unseal(sealed, fixture.fleet.keyEncryptionKey, `token:${at.serverId}`).toString()).toBe(tokens.access_token);
  expect(freshForMs).toBeGreaterThan(5_000);
  expect(freshForMs).toBeLessThanOrEqual(10_000);
  await expect(
    fixture.fleet.channels[0]!.call(TokensService.getAccessToken, ask, {
      caller: { requestId: 'r', organizationId: 'org_1', userId: 'usr_1', projectId: 'prj_1', role: 'admin' },
    }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const none = await fixture.fleet.runners[0]!.call(TokensService.getAccessToken, {
    ...fixture.fleet.save(fixture.server().url, { useOauth: true }),
    origin,
    rejectedHash: Buffer.alloc(0),
  });
  expect(none.sealed).toHaveLength(0);
});
