import { waitUntil } from '@assay/testkit/until';
import { startTestGateway, testTokens, type TestGateway } from '../start.ts';

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await startTestGateway();
});
afterAll(() => fixture.stop());

const send = (method: string, path: string, key: string, beside = false) =>
  fixture.send(method, path, { key, beside, ...(method === 'GET' ? {} : { body: {} }) });

test('the command line acts as a session of its person, without a CSRF token', async () => {
  const { status, json } = await send('POST', '/api-keys', testTokens.login);
  // The body is refused, after its sender was admitted.
  expect([status, json().code]).toEqual([400, 'VALIDATION_ERROR']);
  expect((await send('GET', '/projects', testTokens.login)).json()).toMatchObject({
    caller: { sessionId: 'grant_1', scopes: ['read', 'launch', 'write'] },
  });
});

test('another application acts as a key', async () => {
  expect((await send('GET', '/projects', testTokens.reader)).json()).toMatchObject({
    caller: { keyId: 'grant_3', scopes: ['read'] },
  });
  expect((await send('GET', '/api-keys', testTokens.reader)).status).toBe(403);
});

test.each([
  ['POST', '/projects/prj_member/eval-runs', 'launch'],
  ['POST', '/projects/prj_member/eval-suites', 'write'],
  ['DELETE', '/projects/prj_member/servers/srv_1', 'write'],
])('%s %s is refused without the scope %s', async (method, path, scope) => {
  const { status, json } = await send(method, path.replace('%s', ''), testTokens.reader);
  expect([status, json().code, json().details]).toEqual([403, 'FORBIDDEN', { reason: 'SCOPE_NEEDED', scope }]);
});

test('a token is refused at an address that it is not for', async () => {
  const { status, headers } = await send('GET', '/projects', testTokens.mcp);
  expect([status, headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer realm="assay", resource_metadata="https://assay.example/.well-known/oauth-protected-resource/api/v1", error="invalid_token"',
  ]);
  expect((await send('POST', '/mcp', testTokens.reader, true)).status).toBe(401);
  expect((await send('POST', '/mcp', testTokens.mcp, true)).status).not.toBe(401);
});

test('the pages of a browser take no access token', async () => {
  for (const path of ['/auth/session', '/auth/sessions'])
    expect((await send('GET', path, testTokens.login, true)).status).toBe(401);
});

test('a known access token is looked up once for many requests, as a key is', async () => {
  const lookUps = async () => {
    const before = fixture.asked.authenticate;
    for (let request = 0; request < 20; request++) await send('GET', '/projects', testTokens.login);
    return fixture.asked.authenticate - before;
  };
  expect(await waitUntil(async () => (await lookUps()) === 0, 20_000)).toBe(true);
});
