import { operations } from '@assay/contract/operations';
import { CONFIDENTIAL_CLIENT, type TokenFault } from '@assay/testkit/identity/authorization-server';
import { waitUntil } from '@assay/testkit/until';
import { consent } from './fleet.ts';
import { clientInformation, startGrants, type Grants } from './granted.ts';

let fixture: Grants;
beforeAll(async () => {
  fixture = await startGrants();
});
beforeEach(() => fixture.begin());
afterAll(() => fixture.stop());

test('a rejected grant is lost for every caller until access is granted anew', async () => {
  const { at } = await fixture.imported({ change: { refresh_token: 'gone', expires_in: 0 } });
  const lost = {
    code: 'OAUTH_REQUIRED',
    details: { reason: 'GRANT_LOST', oauthError: 'invalid_grant', authorizationServer: fixture.authorization.issuer },
  };
  await expect(fixture.whoami(at)).rejects.toMatchObject(lost);
  await expect(fixture.whoami(at, { through: fixture.fleet.channels[1]! })).rejects.toMatchObject(lost);
  expect(fixture.authorization.refused).toEqual(['invalid_grant']);
  expect(await fixture.fleet.call(operations.getOAuthGrant, at)).toMatchObject({
    state: 'lost',
    lastError: { code: 'OAUTH_REQUIRED' },
  });
  const tokens = await consent(fixture.server().url, fixture.authorization, CONFIDENTIAL_CLIENT);
  await fixture.fleet.call(operations.importOAuthTokens, at, {
    serverUrl: fixture.server().url,
    tokens,
    clientInformation,
  });
  expect(await fixture.whoami(at)).toBe(tokens.access_token);
  expect(await fixture.fleet.call(operations.getOAuthGrant, at)).toMatchObject({ state: 'active' });
});

const down: TokenFault = (_request, response) => {
  response.writeHead(503).end('down');
};
const garbage: TokenFault = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"access_token": 7}');
};
const injected: TokenFault = (_request, response) => {
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ access_token: 'a\r\nx: y', token_type: 'bearer' }));
};
const boundElsewhere: TokenFault = (_request, response) => {
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ access_token: 'a', token_type: 'DPoP' }));
};
const flood: TokenFault = (_request, response) => {
  response.writeHead(200).end(Buffer.alloc(2_000_000, 0x20));
};
const hangUp: TokenFault = (request) => {
  request.socket.destroy();
};
const away: TokenFault = (_request, response) => {
  response.writeHead(307, { location: 'http://127.0.0.1:9/token' }).end();
};
const silent: TokenFault = () => {};

test.each<[string, TokenFault, string]>([
  ['is down', down, 'SERVER_UNREACHABLE'],
  ['writes nonsense', garbage, 'SERVER_UNREACHABLE'],
  ['writes what breaks a header', injected, 'SERVER_UNREACHABLE'],
  ['gives tokens that are bound to a key', boundElsewhere, 'SERVER_UNREACHABLE'],
  ['never stops writing', flood, 'SERVER_UNREACHABLE'],
  ['hangs up', hangUp, 'SERVER_UNREACHABLE'],
  ['sends us elsewhere', away, 'SERVER_UNREACHABLE'],
  ['does not answer', silent, 'TIMEOUT'],
])(
  'an authorization server that %s loses no grant: the good token works until it recovers',
  async (_, fault, code) => {
    const { at, tokens } = await fixture.imported();
    const now = (column: string) =>
      fixture.fleet.pool.query(`update oauth_grants set ${column} = now() where server_id = $1`, [at.serverId]);
    await now('refresh_at');
    const asked = Promise.withResolvers<void>();
    fixture.authorization.breakTokens((...args) => {
      asked.resolve();
      fault(...args);
    });
    const first = fixture.whoami(at);
    await asked.promise;
    expect(await fixture.whoami(at, { through: fixture.fleet.channels[1]! })).toBe(tokens.access_token);
    await now('expires_at');
    const trouble = await waitUntil(
      () =>
        fixture.whoami(at, { through: fixture.fleet.channels[1]! }).then(
          () => undefined,
          (error: unknown) => error,
        ),
      25_000,
    );
    expect(trouble).toMatchObject({
      code,
      details: {
        serverId: at.serverId,
        cause: 'token_unavailable',
        nextStep: expect.stringContaining('authorization server'),
      },
    });
    expect(JSON.stringify(trouble)).not.toContain(tokens.refresh_token);
    await first.catch(() => undefined);
    const grant = await waitUntil(async () => {
      const found = await fixture.fleet.call(operations.getOAuthGrant, at);
      return 'lastError' in found && found;
    }, 25_000);
    expect(grant).toMatchObject({ state: 'active', lastError: { code } });
    fixture.authorization.breakTokens(undefined);
    expect(await waitUntil(() => fixture.whoami(at), 20_000)).not.toBe(tokens.access_token);
    expect([fixture.refreshes(), fixture.authorization.refused]).toEqual([1, []]);
  },
  120_000,
);

test('a server with broken OAuth affects no other server', async () => {
  const [{ at: broken }, { at: well, tokens }] = [
    await fixture.imported({ change: { expires_in: 0 } }),
    await fixture.imported(),
  ];
  const held = Promise.withResolvers<() => void>();
  fixture.authorization.breakTokens((_request, response) => held.resolve(() => response.writeHead(503).end()));
  const stuck = fixture.whoami(broken).catch((error: unknown) => error);
  const release = await held.promise;
  expect(await fixture.whoami(well)).toBe(tokens.access_token);
  release();
  expect(await stuck).toMatchObject({ code: 'SERVER_UNREACHABLE' });
});

test('a replica that is killed during a renewal delays others at most for its lease', async () => {
  const { at, tokens } = await fixture.imported({ change: { expires_in: 0 } });
  const replica = await fixture.fleet.startProcess();
  const asked = Promise.withResolvers<void>();
  fixture.authorization.breakTokens(() => asked.resolve());
  const cut = fixture.whoami(at, { through: replica.channel }).catch((error: unknown) => error);
  await asked.promise;
  await replica.kill();
  await cut;
  fixture.authorization.breakTokens(undefined);
  const {
    rows: [lease],
  } = await fixture.fleet.pool.query(
    `
    select lease_until <= now() + interval '15 seconds' as held from oauth_grants where server_id = $1`,
    [at.serverId],
  );
  expect(lease).toEqual({ held: true });
  await fixture.fleet.pool.query(`update oauth_grants set lease_until = now() - interval '1 s' where server_id = $1`, [
    at.serverId,
  ]);
  expect(await waitUntil(() => fixture.whoami(at), 25_000)).not.toBe(tokens.access_token);
  expect([fixture.refreshes(), fixture.authorization.refused]).toEqual([1, []]);
  for (const secret of [tokens.access_token, tokens.refresh_token!, CONFIDENTIAL_CLIENT.client_secret])
    expect(replica.written()).not.toContain(secret);
}, 120_000);
