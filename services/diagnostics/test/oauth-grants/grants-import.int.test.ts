import { TokensService } from '@assay/mesh/gen/assay/v1/grants';
import { operations } from '@assay/contract/operations';
import { CONFIDENTIAL_CLIENT } from '@assay/testkit/identity/authorization-server';
import { consent } from './fleet.ts';
import { clientInformation, startGrants, type Grants } from './granted.ts';

let fixture: Grants;
beforeAll(async () => {
  fixture = await startGrants();
});
beforeEach(() => fixture.begin());
afterAll(() => fixture.stop());

test.each<[string, (url: string) => object, string]>([
  ['no tokens', (serverUrl) => ({ serverUrl }), '/tokens'],
  ['no access token', (serverUrl) => ({ serverUrl, tokens: {} }), '/tokens/access_token'],
  [
    'an access token that breaks a header',
    (serverUrl) => ({ serverUrl, tokens: { access_token: 'a\r\nb: c' } }),
    '/tokens/access_token',
  ],
  [
    'a life that is over before it began',
    (serverUrl) => ({ serverUrl, tokens: { access_token: 'a', expires_in: -1 } }),
    '/tokens/expires_in',
  ],
  [
    'a life beyond measure',
    (serverUrl) => ({ serverUrl, tokens: { access_token: 'a', expires_in: 1e12 } }),
    '/tokens/expires_in',
  ],
  [
    'a token of another kind',
    (serverUrl) => ({ serverUrl, tokens: { access_token: 'a', token_type: 'mac' } }),
    '/tokens/token_type',
  ],
  ['no server', () => ({ tokens: { access_token: 'a' } }), '/serverUrl'],
  ['another server', () => ({ serverUrl: 'https://evil.example/mcp', tokens: { access_token: 'a' } }), '/serverUrl'],
  [
    'a client without an id',
    (serverUrl) => ({ serverUrl, tokens: { access_token: 'a' }, clientInformation: {} }),
    '/clientInformation/clientId',
  ],
  [
    'an authorization server that is no web address',
    (serverUrl) => ({ serverUrl, tokens: { access_token: 'a' }, authorizationServerUrl: 'file:///etc' }),
    '/authorizationServerUrl',
  ],
])('an import with %s is refused naming the path, and nothing is written', async (_, input, path) => {
  const at = fixture.fleet.save(fixture.server().url);
  await expect(fixture.fleet.call(operations.importOAuthTokens, at, input(fixture.server().url))).rejects.toMatchObject(
    {
      code: 'VALIDATION_ERROR',
      details: { issues: expect.arrayContaining([expect.objectContaining({ path })]) },
    },
  );
  await expect(fixture.fleet.call(operations.getOAuthGrant, at)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(fixture.fleet.saved(at.serverId)).toMatchObject({ useOauth: false });
});

test('unknown keys of an import are ignored, and tokens without a lifetime work until rejected', async () => {
  const at = fixture.fleet.save(fixture.server().url);
  const tokens = await consent(fixture.server().url, fixture.authorization, CONFIDENTIAL_CLIENT);
  const { expires_in: _, ...rest } = tokens;
  expect(
    await fixture.fleet.call(operations.importOAuthTokens, at, {
      serverUrl: fixture.server().url,
      tokens: { ...rest, ext: 1 },
      clientInformation: { ...clientInformation, redirect_uris: [] },
      source: 'cli',
    }),
  ).toEqual({ imported: true, expiresAt: null });
  expect(await fixture.whoami(at)).toBe(tokens.access_token);
});

test("a grant of another project's server cannot be read, set, deleted or used", async () => {
  const at = fixture.fleet.save(fixture.server().url, { projectId: 'prj_2' });
  for (const address of [{ ...at, projectId: 'prj_2' }, at]) {
    for (const operation of [operations.getOAuthGrant, operations.deleteOAuthGrant])
      await expect(fixture.fleet.call(operation, address)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      fixture.fleet.call(operations.importOAuthTokens, address, {
        serverUrl: fixture.server().url,
        tokens: { access_token: 'a' },
      }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
  await expect(
    fixture.fleet.runners[0]!.call(TokensService.getAccessToken, {
      ...at,
      projectId: 'prj_1',
      origin: new URL(fixture.server().url).origin,
      rejectedHash: Buffer.alloc(0),
    }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
