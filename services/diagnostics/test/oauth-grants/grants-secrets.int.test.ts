import { TokensService } from '@assay/mesh/gen/assay/v1/grants';
import { operations } from '@assay/contract/operations';
import { CONFIDENTIAL_CLIENT } from '@assay/testkit/identity/authorization-server';
import { listenLocally } from '@assay/testkit/listen';
import { waitUntil } from '@assay/testkit/until';
import { startGrants, type Grants } from './granted.ts';

const SECRET = 'the-secret-of-the-owner';
const owned = { useOauth: true, authMethod: 'oauth', clientId: 'owner', credentials: { clientSecret: SECRET } };

let fixture: Grants;
let elsewhere: Awaited<ReturnType<typeof startElsewhere>>;
beforeAll(async () => {
  [fixture, elsewhere] = await Promise.all([startGrants(), startElsewhere()]);
});
beforeEach(() => {
  elsewhere.shown.length = 0;
  return fixture.begin();
});
afterAll(() => Promise.all([fixture, elsewhere].map((each) => each.stop())));

/** An authorization server of an attacker that records every request. */
async function startElsewhere() {
  const shown: string[] = [];
  const server = await listenLocally((request, response) => {
    let body = '';
    request
      .setEncoding('utf8')
      .on('data', (text: string) => {
        body += text;
      })
      .on('end', () => {
        const basic = Buffer.from(request.headers.authorization?.split(' ')[1] ?? '', 'base64').toString();
        shown.push(`${request.method} ${request.url} ${basic} ${body}`);
        if (!request.url?.startsWith('/.well-known/'))
          return void response
            .writeHead(400, { 'content-type': 'application/json' })
            .end('{"error":"invalid_request"}');
        response.writeHead(200, { 'content-type': 'application/json' }).end(
          JSON.stringify({
            issuer: server.origin,
            authorization_endpoint: `${server.origin}/authorize`,
            token_endpoint: `${server.origin}/token`,
            revocation_endpoint: `${server.origin}/revoke`,
            response_types_supported: ['code'],
            code_challenge_methods_supported: ['S256'],
            token_endpoint_auth_methods_supported: ['client_secret_basic', 'none'],
          }),
        );
      });
  });
  return { ...server, shown, posts: () => shown.filter((line) => line.startsWith('POST')) };
}

const old = { access_token: 'x', refresh_token: 'y', expires_in: 0 };

test('an importer cannot have the saved secret sent to an authorization server that they name', async () => {
  const at = fixture.fleet.save(fixture.server().url, owned);
  const input = { serverUrl: fixture.server().url, tokens: old, authorizationServerUrl: elsewhere.origin };
  await expect(fixture.fleet.call(operations.importOAuthTokens, at, input)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path: '/clientInformation' }] },
  });
  await expect(fixture.fleet.call(operations.getOAuthGrant, at)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(elsewhere.shown).toEqual([]);
});

test('an import from before the secret was saved cannot have it sent either', async () => {
  const at = fixture.fleet.save(fixture.server().url, { useOauth: true, authMethod: 'oauth', clientId: 'owner' });
  await fixture.fleet.call(operations.importOAuthTokens, at, {
    serverUrl: fixture.server().url,
    tokens: old,
    authorizationServerUrl: elsewhere.origin,
  });
  fixture.fleet.save(fixture.server().url, { ...owned, id: at.serverId });
  await expect(fixture.whoami(at)).rejects.toMatchObject({
    code: 'OAUTH_REQUIRED',
    details: { oauthError: 'invalid_request' },
  });
  expect(elsewhere.posts()).toEqual([expect.stringContaining('client_id=owner')]);
  expect(elsewhere.shown.join()).not.toContain(SECRET);
});

test('deleting a grant of another origin does not send the present client to it', async () => {
  const at = fixture.fleet.save(`${elsewhere.origin}/mcp`, { useOauth: true, authMethod: 'oauth', clientId: 'owner' });
  await fixture.fleet.call(operations.importOAuthTokens, at, {
    serverUrl: `${elsewhere.origin}/mcp`,
    tokens: { access_token: 'x', refresh_token: 'y' },
  });
  fixture.fleet.save(fixture.server().url, { ...owned, id: at.serverId });
  expect(await fixture.fleet.call(operations.deleteOAuthGrant, at)).toEqual({ deleted: true, revoked: false });
  expect(elsewhere.posts()).toEqual([]);
});

describe('an access token is given out', () => {
  const ask = (at: { projectId: string; serverId: string }, change: object = {}) =>
    fixture.fleet.runners[0]!.call(TokensService.getAccessToken, {
      ...at,
      origin: new URL(fixture.server().url).origin,
      rejectedHash: Buffer.alloc(0),
      ...change,
    });

  test.each([
    ['another origin', 'https://old.test'],
    ['none', ''],
  ])("for no origin but the server's present one: %s is refused", async (_, origin) => {
    const { at } = await fixture.imported();
    await expect(ask(at, { origin })).rejects.toMatchObject({
      code: 'OAUTH_REQUIRED',
      details: { reason: 'GRANT_FOR_ANOTHER_ORIGIN' },
    });
    expect((await ask(at)).sealed.length).toBeGreaterThan(0);
  });

  test.each([1, 31, 33])('for no rejected hash of %i bytes', async (bytes) => {
    const { at } = await fixture.imported();
    await expect(ask(at, { rejectedHash: Buffer.alloc(bytes) })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/rejectedHash' }] },
    });
  });
});

test('a grant that is replaced during a renewal stays, and the renewed tokens are revoked', async () => {
  const { at } = await fixture.imported({ change: { expires_in: 0 } });
  const asked = Promise.withResolvers<() => void>();
  let got = '';
  fixture.authorization.breakTokens((_request, response, goOn) => {
    const { end } = response;
    response.end = function kept(this: typeof response, ...args: unknown[]) {
      got = String(args[0]);
      return Reflect.apply(end, this, args) as typeof response;
    } as typeof end;
    asked.resolve(goOn);
  });
  const first = fixture.whoami(at).catch(() => undefined);
  const goOn = await asked.promise;
  await fixture.fleet.call(operations.deleteOAuthGrant, at);
  fixture.authorization.breakTokens(undefined);
  await fixture.fleet.call(operations.importOAuthTokens, at, {
    serverUrl: fixture.server().url,
    tokens: { access_token: 'new', expires_in: 3_600 },
  });
  const { expiresAt } = await fixture.fleet.call(operations.getOAuthGrant, at);
  goOn();
  await first;
  expect(await fixture.fleet.call(operations.getOAuthGrant, at)).toMatchObject({
    expiresAt,
    hasRefreshToken: false,
    state: 'active',
  });
  const { access_token: orphan } = JSON.parse(got) as { access_token: string };
  await waitUntil(async () => (await fixture.authorization.verify(orphan)) === undefined);
});

test('a grant that was never renewed here is revoked after discovery of its authorization server', async () => {
  const { at, tokens } = await fixture.imported();
  expect(await fixture.fleet.call(operations.deleteOAuthGrant, at)).toEqual({ deleted: true, revoked: true });
  expect(await fixture.authorization.verify(tokens.access_token)).toBeUndefined();
});

test('the authorization server of a server that only runners reach has to be named', async () => {
  const url = `${elsewhere.origin}/mcp`;
  const lab = { runnerLabels: ['lab'], useOauth: true, authMethod: 'oauth', clientId: 'c' };
  const ask = (at: { projectId: string; serverId: string }) =>
    fixture.fleet.runners[0]!.call(TokensService.getAccessToken, {
      ...at,
      origin: elsewhere.origin,
      rejectedHash: Buffer.alloc(0),
    });
  const [unsaid, named] = [fixture.fleet.save(url, lab), fixture.fleet.save(fixture.server().url, lab)];
  await fixture.fleet.call(operations.importOAuthTokens, unsaid, { serverUrl: url, tokens: old });
  await expect(ask(unsaid)).rejects.toMatchObject({
    code: 'OAUTH_REQUIRED',
    message: expect.stringContaining('authorizationServerUrl'),
  });
  expect(elsewhere.shown).toEqual([]);
  fixture.fleet.save(url, { ...lab, id: named.serverId });
  await fixture.fleet.call(operations.importOAuthTokens, named, {
    serverUrl: url,
    tokens: old,
    authorizationServerUrl: elsewhere.origin,
  });
  await expect(ask(named)).rejects.toMatchObject({
    code: 'OAUTH_REQUIRED',
    details: { oauthError: 'invalid_request' },
  });
  expect(elsewhere.posts()).toHaveLength(1);
});

test('tokens that are imported while their server is deleted are not stored', async () => {
  const at = fixture.fleet.save(fixture.server().url);
  fixture.fleet.onUpdate(() => fixture.fleet.remove(at.serverId));
  await expect(
    fixture.fleet.call(operations.importOAuthTokens, at, {
      serverUrl: fixture.server().url,
      tokens: { access_token: 'a' },
      clientInformation: { clientId: CONFIDENTIAL_CLIENT.client_id },
    }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(
    (await fixture.fleet.pool.query('select 1 from oauth_grants where server_id = $1', [at.serverId])).rowCount,
  ).toBe(0);
});
