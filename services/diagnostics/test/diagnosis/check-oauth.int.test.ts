import { CheckOAuthResult } from '@assay/contract/areas/diagnosis/documents';
import { operations } from '@assay/contract/operations';
import { parser } from '@assay/kit/json/parse';
import { startFaultyServer, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { listenLocally } from '@assay/testkit/listen';
import { startTestDiagnostics, type TestDiagnostics } from '../support/start.ts';

let fixture: TestDiagnostics;
let faulty: FaultyServer;
beforeAll(async () => {
  [fixture, faulty] = await Promise.all([startTestDiagnostics(), startFaultyServer()]);
});
afterAll(() => Promise.all([fixture.stop(), faulty.stop()]));

const result = parser(CheckOAuthResult);
type Saving = Parameters<TestDiagnostics['save']>[1];
const check = async (url: string, saving?: Saving) =>
  result(await fixture.send(operations.checkOAuth, fixture.save(url, saving)));

test.each<[string, () => string, Saving, string, boolean]>([
  ['a server that publishes that it is a protected resource', () => faulty.url('/oauth'), {}, 'oauth', true],
  [
    'the same with an Authorization header saved',
    () => faulty.url('/oauth'),
    { headers: { Authorization: 'Bearer t' } },
    'headers',
    false,
  ],
  [
    'the same whose owner says that it needs nothing',
    () => faulty.url('/oauth'),
    { authMethod: 'none' },
    'none',
    false,
  ],
  [
    'one with a client of its own',
    () => faulty.url('/tools'),
    { authMethod: 'client_credentials' },
    'client_credentials',
    true,
  ],
  ['one whose owner says that it needs a grant', () => faulty.url('/tools'), { useOauth: true }, 'oauth', true],
  ['one that publishes nothing', () => faulty.url('/tools'), {}, 'none', false],
  ['one with an API key', () => faulty.url('/tools'), { headers: { 'x-api-key': 'k' } }, 'headers', false],
  ['one that publishes nothing and answers 401', () => faulty.url('/unauthorized'), {}, 'oauth', true],
  ['one that is down', () => 'http://no-such-host.invalid/mcp', {}, 'none', false],
  ['one that is switched off', () => faulty.url('/oauth'), { enabled: false }, 'oauth', true],
  ['one that only a runner reaches', () => faulty.url('/oauth'), { runnerLabels: ['lab'] }, 'none', false],
])('%s', async (_, url, saving, effectiveAuthMethod, requiresAuthorization) => {
  const { faults = [], ...told } = await check(url(), saving);
  expect(faults.map(({ code }) => code)).toEqual(
    effectiveAuthMethod === 'oauth' && url().endsWith('/oauth') ? ['authorization-server-metadata-missing'] : [],
  );
  expect(told).toEqual({
    useOAuth: saving?.useOauth ?? false,
    requiresAuthorization,
    effectiveAuthMethod,
    serverUrl: url(),
    hasGrant: false,
  });
});

test.each([
  ['the origin', '/', '/', 'resource-differs'],
  ['a slash more', '/mcp/', '/mcp/', 'resource-mismatch'],
])('metadata whose resource is %s are told alike by the check and the doctor', async (_, path, shown, code) => {
  const { origin, stop } = await listenLocally((request, response) => {
    const at = `http://${request.headers.host}`;
    const metadata = { resource: `${at}${path}`, authorization_servers: [at] };
    if (request.url === '/.well-known/oauth-protected-resource/mcp')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata));
    return void response.writeHead(request.method === 'POST' ? 401 : 404).end();
  });
  const at = fixture.save(`${origin}/mcp`);
  const { faults } = result(await fixture.send(operations.checkOAuth, at));
  const { probe, checks } = await fixture.call(operations.runDoctor, at);
  await stop();
  const said = `The metadata name the resource "${origin}${shown}", and the address of the server is "${origin}/mcp".`;
  expect(faults).toContainEqual(expect.objectContaining({ code, message: expect.stringContaining(said) as unknown }));
  expect(probe!.oauth.faults).toEqual(faults);
  expect(checks.probe).toMatchObject({ cause: 'oauth_metadata_faulty', evidence: { faults } });
});

test('a command has no address and needs no grant', async () => {
  expect(await check('', { transport: 'stdio', command: 'npx' })).toEqual({
    useOAuth: false,
    requiresAuthorization: false,
    effectiveAuthMethod: 'none',
    serverUrl: null,
    hasGrant: false,
  });
});

test('the query of an address, which may hold a key, is not shown', async () => {
  expect(await check(`${faulty.url('/tools')}?key=hidden`)).toMatchObject({ serverUrl: faulty.url('/tools') });
});

test('no MCP request is posted during the check', async () => {
  const methods: string[] = [];
  const { origin, stop } = await listenLocally((request, response) => {
    methods.push(request.method!);
    response.writeHead(404).end();
  });
  await check(`${origin}/mcp`);
  await stop();
  expect(methods.length).toBeGreaterThan(0);
  expect(methods.filter((method) => method !== 'GET')).toEqual([]);
});

test('the answer tells whether a grant is stored, and how long its token lives', async () => {
  const at = fixture.save(faulty.url('/oauth'));
  await fixture.pool
    .query(`insert into oauth_grants (server_id, project_id, grant_type, server_url, authority, sealed, scopes, expires_at, refresh_at)
    values ('${at.serverId}', '${at.projectId}', 'authorization_code', '${faulty.url('/oauth')}', '{}', '\\x00', '{}', to_timestamp(4102444800), to_timestamp(4102444800))`);
  expect(await fixture.call(operations.checkOAuth, at)).toMatchObject({
    requiresAuthorization: true,
    hasGrant: true,
    grantExpiresAt: 4_102_444_800_000,
  });
});

test('an unknown server and one of another project meet NOT_FOUND', async () => {
  await expect(
    fixture.send(operations.checkOAuth, { projectId: fixture.projectId, serverId: 'srv_none' }),
  ).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const elsewhere = fixture.save(faulty.url('/oauth'), { projectId: 'prj_2' });
  await expect(
    fixture.send(operations.checkOAuth, { ...elsewhere, projectId: fixture.projectId }),
  ).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
