import { CallReport } from '@assay/contract/areas/primitives/documents';
import { operations } from '@assay/contract/operations';
import { parser } from '@assay/kit/json/parse';
import { seal } from '@assay/kit/security/seal';
import { startSessionServer, type SessionServer } from '@assay/testkit/mcp-servers/session-server';
import { waitUntil } from '@assay/testkit/until';
import { startTestDiagnostics, type TestDiagnostics } from '../support/start.ts';

let fixture: TestDiagnostics;
let server: SessionServer;

beforeAll(async () => {
  fixture = await startTestDiagnostics();
}, 60_000);
afterAll(() => fixture.stop());
beforeEach(async () => {
  server = await startSessionServer();
});
afterEach(() => server.stop());

type Address = ReturnType<TestDiagnostics['save']>;
const where = async (at: Address, caller = fixture.member) => {
  const bytes = await fixture.send(operations.callTool, at, { toolName: 'where' }, { caller });
  return (JSON.parse(bytes.toString()) as { content: [{ text: string }] }).content[0].text;
};

test('calls and lists of a caller share one session', async () => {
  const at = fixture.save(server.url);
  await fixture.send(operations.listTools, at);
  await where(at);
  await fixture.send(operations.callTool, at, { toolName: 'where', answers: [] });
  await fixture.send(operations.listTools, at);
  expect(server.opened()).toBe(1);
});

test.each([
  ['person', { userId: 'usr_2' }],
  ['key', { keyId: 'key_2' }],
  ['role', { role: 'admin' as const }],
])('a caller with another %s has a session of its own', async (_, other) => {
  const at = fixture.save(server.url);
  await where(at);
  expect(await where(at, { ...fixture.member, ...other })).toBe('session-2');
  expect(await where(at, { ...fixture.member, requestId: 'req_2' })).toBe('session-1');
});

test.each<[string, (at: Address) => object]>([
  ['address', () => ({ url: `${server.url}?again` })],
  [
    'credentials',
    ({ serverId }) => ({
      sealedCredentials: seal(
        Buffer.from(JSON.stringify({ headers: { authorization: 'Bearer new' } })),
        fixture.keyEncryptionKey,
        `server:${serverId}`,
      ),
    }),
  ],
  ['timeout', () => ({ timeoutMs: 5_000 })],
])('a change of the %s ends the session', async (_, changed) => {
  const at = fixture.save(server.url, { headers: { authorization: 'Bearer old' } });
  await where(at);
  fixture.change(at, changed(at));
  expect(await where(at)).toBe('session-2');
  await waitUntil(() => server.ended.includes('session-1'));
});

test('every diagnosis and every surface is read in a session of its own', async () => {
  const at = fixture.save(server.url);
  await where(at);
  for (const operation of [
    operations.validateServer,
    operations.runDoctor,
    operations.exportServer,
    operations.lintServer,
  ]) {
    const before = server.opened();
    await fixture.send(operation, at);
    expect(server.opened()).toBeGreaterThan(before);
  }
  expect(await where(at)).toBe('session-1');
});

test('a report says whether its session was used before', async () => {
  const at = fixture.save(server.url);
  const report = async () =>
    parser(CallReport)(await fixture.send(operations.callTool, at, { toolName: 'where', report: true }));
  expect([await report(), await report()]).toMatchObject([{ sessionReused: false }, { sessionReused: true }]);
});

test('a server that lost the session is asked in a new one', async () => {
  const at = fixture.save(server.url);
  await where(at);
  server.lose();
  expect([await where(at), server.called('where')]).toEqual(['session-2', 3]);
});

test('a deleted grant ends the sessions that it opened', async () => {
  const at = fixture.save(server.url, { useOauth: true, authMethod: 'oauth' });
  const tokens = { access_token: 'secret', token_type: 'bearer' };
  const named = { serverUrl: server.url, tokens, authorizationServerUrl: 'http://127.0.0.1:9' };
  await fixture.send(operations.importOAuthTokens, at, named);
  await where(at);
  await fixture.send(operations.deleteOAuthGrant, at);
  expect(await waitUntil(() => server.ended[0])).toBe('session-1');
});

test('a draining service ends its idle sessions', async () => {
  await where(fixture.save(server.url));
  await fixture.stopService();
  expect(server.ended).toEqual(['session-1']);
});
