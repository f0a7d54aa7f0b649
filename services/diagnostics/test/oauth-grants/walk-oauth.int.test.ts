import { OAuthWalk } from '@assay/contract/areas/oauth-grants/walk';
import { operations } from '@assay/contract/operations';
import { parser } from '@assay/kit/json/parse';
import { listenLocally } from '@assay/testkit/listen';
import { startGrants, type Grants } from './granted.ts';

let fixture: Grants;
beforeAll(async () => {
  fixture = await startGrants();
});
beforeEach(() => fixture.begin());
afterAll(() => fixture.stop());

const RESOURCE = '/.well-known/oauth-protected-resource/mcp';
const walked = parser(OAuthWalk);
const walk = async (at: { projectId: string; serverId: string }, input: object = {}) =>
  walked(Buffer.from(JSON.stringify(await fixture.fleet.call(operations.walkOAuth, at, input))));
const statuses = ({ steps }: OAuthWalk) => steps.map(({ status }) => status);

/** A server behind an authorization server on its own origin; the metadata are as the test wants them. */
async function publishing(
  documents: (origin: string) => Record<string, object>,
  test: (at: { projectId: string; serverId: string }, origin: string) => Promise<void>,
) {
  const { origin, stop } = await listenLocally((request, response) => {
    const at = `http://${request.headers.host}`;
    const found = documents(at)[request.url!];
    if (found) return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found));
    return void response
      .writeHead(request.method === 'POST' ? 401 : 404, {
        'www-authenticate': `Bearer resource_metadata="${at}${RESOURCE}"`,
      })
      .end();
  });
  try {
    await test(fixture.fleet.save(`${origin}/mcp`), origin);
  } finally {
    await stop();
  }
}

const server = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  registration_endpoint: `${issuer}/register`,
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
});

test('a resource above the address warns Assay, ends exact clients, and both strings are shown', () =>
  publishing(
    (origin) => ({
      [RESOURCE]: { resource: origin, authorization_servers: [origin], scopes_supported: ['read', 'write'] },
      '/.well-known/oauth-authorization-server': server(origin),
    }),
    async (at, origin) => {
      const seen = await walk(at);
      expect(statuses(seen)).toEqual(['passed', 'warning', 'passed', 'passed', 'pending', 'pending', 'pending']);
      expect(seen).toMatchObject({ status: 'sign_in', failedStep: null, scopesOffered: ['read', 'write'] });
      const { differs, corrected, exchanges, document } = seen.steps[1]!;
      expect(differs).toMatchObject({ given: `${origin}/mcp`, found: origin, path: '/resource' });
      expect(differs!.given.slice(differs!.givenRange.from, differs!.givenRange.to)).toBe('/mcp');
      expect([document!['resource'], corrected!['resource']]).toEqual([origin, `${origin}/mcp`]);
      expect(exchanges).toMatchObject([{ method: 'GET', url: `${origin}${RESOURCE}`, status: 200 }]);
      expect(seen.clients.map(({ as, outcome, endsAt }) => [as, outcome, endsAt])).toEqual([
        ['exact', 'ends', 2],
        ['parent', 'continues', undefined],
        ['none', 'continues', undefined],
      ]);
      expect(await walk(at, { as: 'exact' })).toMatchObject({ status: 'refused', failedStep: 2, as: 'exact' });
      expect(statuses(await walk(at, { revision: '2025-03-26' }))[1]).toBe('not_needed');
    },
  ));

test('an authorization server of another name ends the walk at step 3 when names are compared', () =>
  publishing(
    (origin) => ({
      [RESOURCE]: { resource: `${origin}/mcp`, authorization_servers: [`${origin}/desk`] },
      '/.well-known/oauth-authorization-server/desk': server(origin),
    }),
    async (at, origin) => {
      const seen = await walk(at);
      expect(statuses(seen)).toEqual(['passed', 'passed', 'failed', 'pending', 'pending', 'pending', 'pending']);
      expect(seen).toMatchObject({ status: 'refused', failedStep: 3 });
      expect(seen.steps[2]!.differs).toMatchObject({
        given: `${origin}/desk`,
        found: origin,
        foundIn: 'it calls itself',
      });
      expect(seen.steps[3]!.found).toContain('Dynamic');
      expect(seen.clients.map(({ endsAt }) => endsAt)).toEqual([3, 3, undefined]);
    },
  ));

test('a granted server is walked to its first call, and no token is in the answer', async () => {
  const { at, tokens } = await fixture.imported();
  const seen = await walk(at);
  expect(statuses(seen)).toEqual(['passed', 'passed', 'passed', 'passed', 'not_needed', 'passed', 'passed']);
  expect(seen.status).toBe('signed_in');
  expect(seen.steps[6]!.found).toContain('1 tool');
  expect(JSON.stringify(seen)).not.toContain(tokens.access_token);
});

test('a grant is renewed when a person asks, and its requests for tokens are listed', async () => {
  const { at } = await fixture.imported();
  expect(await fixture.fleet.call(operations.renewOAuthGrant, at)).toMatchObject({
    grantedBy: 'usr_1',
    isImported: true,
    tokenRequests: [{ kind: 'renewed', durationMs: expect.any(Number) as number }, { kind: 'imported' }],
  });
  fixture.authorization.breakTokens((_request, response) =>
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: 'invalid_grant' })),
  );
  const lost = await fixture.fleet.call(operations.renewOAuthGrant, at);
  expect(lost).toMatchObject({ state: 'lost', tokenRequests: [{ kind: 'renewed', error: 'invalid_grant' }, {}, {}] });
  expect(await walk(at)).toMatchObject({ status: 'lost', failedStep: 6 });
});

test('a server that answers without a token has no steps, and one that is down is unreachable', async () => {
  const { origin, stop } = await listenLocally((_request, response) => void response.writeHead(200).end());
  const at = fixture.fleet.save(`${origin}/mcp`);
  expect(await walk(at)).toMatchObject({ status: 'open', steps: [], hasGrant: false });
  await stop();
  expect(await walk(at)).toMatchObject({ status: 'unreachable', steps: [], hasGrant: false });
});
