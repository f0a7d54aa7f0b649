import { operations } from '@assay/contract/operations';
import {
  claimRefresh,
  findGrant,
  settleFailure,
  settleLost,
  storeTokens,
  type GrantRow,
} from '../../src/store/oauth-grants/oauth-grants.ts';
import type { TokenFault } from '@assay/testkit/identity/authorization-server';
import { waitUntil } from '@assay/testkit/until';
import { startGrants, type Grants } from './granted.ts';

let fixture: Grants;
beforeAll(async () => {
  fixture = await startGrants();
});
beforeEach(() => fixture.begin());
afterAll(() => fixture.stop());

const answering =
  (answer: object): TokenFault =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
const bodyOf = async (request: Parameters<TokenFault>[0]) => new URLSearchParams((await request.toArray()).join(''));

test('a good token is used at once while its renewal hangs at the authorization server', async () => {
  const { at, tokens } = await fixture.imported({ lifetime: 600 });
  await fixture.fleet.pool.query(`update oauth_grants set refresh_at = now() - interval '1 s' where server_id = $1`, [
    at.serverId,
  ]);
  const asked = Promise.withResolvers<() => void>();
  fixture.authorization.breakTokens((_request, _response, goOn) => asked.resolve(goOn));
  // The answer of the authorization server is still held back when the tools have answered.
  expect(await Promise.all([fixture.whoami(at), fixture.whoami(at)])).toEqual([
    tokens.access_token,
    tokens.access_token,
  ]);
  (await asked.promise)();
  await waitUntil(async () => (await fixture.whoami(at)) !== tokens.access_token);
});

test('without a good token callers learn in time that it did not come; it is kept when it comes', async () => {
  const { at } = await fixture.imported({ change: { expires_in: 0 } });
  const asked = Promise.withResolvers<() => void>();
  fixture.authorization.breakTokens((_request, _response, goOn) => asked.resolve(goOn));
  await expect(fixture.whoami(at)).rejects.toMatchObject({
    code: 'TIMEOUT',
    message: expect.stringContaining('access token'),
    details: { cause: 'token_unavailable' },
  });
  fixture.authorization.breakTokens(undefined);
  (await asked.promise)();
  await waitUntil(() => fixture.whoami(at));
  expect([fixture.refreshes(), fixture.authorization.refused]).toEqual([1, []]);
}, 60_000);

test.each<[string, (pool: Grants['fleet']['pool'], seen: GrantRow) => Promise<void>]>([
  [
    'its grant was given up for lost',
    (pool, seen) => settleLost(pool, seen, { code: 'OAUTH_REQUIRED', message: 'invalid_grant' }),
  ],
  [
    'another process has failed to renew it',
    (pool, seen) => settleFailure(pool, seen, 'another', { code: 'TIMEOUT', message: 'x' }, 10_000),
  ],
])('a token that arrives after %s is stored, and the grant is good', async (_, meanwhile) => {
  const { at } = await fixture.imported();
  const { pool } = fixture.fleet;
  const seen = (await findGrant(pool, at.serverId))!;
  await claimRefresh(pool, seen, 'another', 15_000);
  await meanwhile(pool, seen);
  expect(
    await storeTokens(pool, seen, { sealed: seen.sealed, scopes: [], lifeMs: 60_000, marginMs: 1_000, authority: {} }),
  ).toBe(true);
  expect(await fixture.fleet.call(operations.getOAuthGrant, at)).toMatchObject({ state: 'active' });
});

test('a process that read the grant before a failed attempt does not take the lease', async () => {
  const { at } = await fixture.imported();
  const { pool } = fixture.fleet;
  const seen = (await findGrant(pool, at.serverId))!;
  expect(await claimRefresh(pool, seen, 'first', 15_000)).toBe(true);
  await settleFailure(pool, seen, 'first', { code: 'TIMEOUT', message: 'x' }, 10_000);
  expect(await claimRefresh(pool, seen, 'second', 15_000)).toBe(false);
  expect(await claimRefresh(pool, (await findGrant(pool, at.serverId))!, 'third', 15_000)).toBe(false);
});

test('tokens with a lifetime of zero are not renewed continuously', async () => {
  const { at } = await fixture.imported({ change: { expires_in: 0 } });
  let requests = 0;
  const begin = performance.now();
  fixture.authorization.breakTokens((...args) => {
    requests += 1;
    answering({ access_token: 'short', token_type: 'Bearer', expires_in: 0.0004 })(...args);
  });
  // The server rejects every token.
  while (performance.now() - begin < 4_000) await fixture.whoami(at).catch(() => undefined);
  expect(requests).toBeGreaterThan(0);
  expect(requests).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - begin) / 1_000));
});

const good = { access_token: 'next', token_type: 'Bearer', expires_in: 60, refresh_token: 'rotated' };
test.each<[string, object]>([
  ['null for a scope', { ...good, scope: null }],
  ['null for a life', { ...good, expires_in: null }],
  ['a life that is not a number', { ...good, expires_in: 'soon' }],
  ['null for an identity', { ...good, id_token: null }],
])('a refresh token in a response with %s is used for the next renewal', async (_, answer) => {
  const { at } = await fixture.imported({ change: { expires_in: 0 } });
  fixture.authorization.breakTokens(answering(answer));
  // The server does not know the token.
  await fixture.whoami(at).catch(() => undefined);
  expect(await refreshTokenShown(at)).toBe('rotated');
});

test.each<[string, object]>([
  ['of another kind', { ...good, token_type: 'DPoP' }],
  ['without a kind', { ...good, token_type: null }],
  ['that is none', { ...good, access_token: 7 }],
])('an access token %s is refused without losing the refresh token beside it', async (_, answer) => {
  const { at } = await fixture.imported({ change: { expires_in: 0 } });
  fixture.authorization.breakTokens(answering(answer));
  await expect(fixture.whoami(at)).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' });
  expect(await refreshTokenShown(at)).toBe('rotated');
});

test('null in an import is the same as absent', async () => {
  const at = fixture.fleet.save(fixture.server().url);
  const tokens = {
    access_token: 'a',
    refresh_token: null,
    expires_in: null,
    scope: null,
    id_token: null,
    token_type: null,
  };
  expect(
    await fixture.fleet.call(operations.importOAuthTokens, at, { serverUrl: fixture.server().url, tokens }),
  ).toEqual({
    imported: true,
    expiresAt: null,
  });
  expect(await fixture.fleet.call(operations.getOAuthGrant, at)).toMatchObject({ hasRefreshToken: false, scopes: [] });
});

/** The refresh token that the next renewal sends. */
async function refreshTokenShown(at: { projectId: string; serverId: string }): Promise<string | null> {
  const shown = Promise.withResolvers<string | null>();
  fixture.authorization.breakTokens(
    (request, response) =>
      void bodyOf(request).then((body) => {
        shown.resolve(body.get('refresh_token'));
        response.writeHead(503).end();
      }),
  );
  await fixture.fleet.pool.query(
    `update oauth_grants set expires_at = now() - interval '1 s', refresh_at = now() - interval '1 s', retry_at = null, last_refresh_at = null where server_id = $1`,
    [at.serverId],
  );
  await Promise.all([
    shown.promise,
    waitUntil(() =>
      fixture.whoami(at, { through: fixture.fleet.channels[1]! }).then(
        () => false,
        () => true,
      ),
    ),
  ]);
  return shown.promise;
}
