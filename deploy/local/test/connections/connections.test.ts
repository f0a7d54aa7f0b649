import { freePort } from '@assay/postgres/free-port';
import { listenLocally } from '@assay/testkit/listen';
import { waitUntil } from '@assay/testkit/until';
import {
  cancelConnection,
  retryValidation,
  consentedConnection,
  installation,
  authorizationServer,
  createConnection,
  everythingServer,
  guardedServer,
  readConnection,
} from './connection-fixture.ts';
import { comeBack, goOn, openPage, setOut } from './hand-off-page.ts';
import { answerOf } from '../support/api.ts';

test('a person consents in a browser; the server is saved, validated and used with the grant', async () => {
  const created = await createConnection({ url: guardedServer.url, name: 'guarded' });
  expect(created).toMatchObject({
    status: 'awaiting_authorization',
    projectId: installation.api.projectId,
    handoffUrl: expect.stringContaining(created.connectionRequestId),
  });
  const { page, token, cookie, headers } = await openPage(created.handoffUrl!);
  expect(page).toContain(new URL(authorizationServer.issuer).host);
  expect(page).toContain(guardedServer.url);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.getSetCookie()).toEqual([expect.stringMatching(/HttpOnly; SameSite=Lax$/)]);
  expect((await readConnection(created.connectionRequestId)).status).toBe('awaiting_authorization');
  const { link } = await goOn(created.handoffUrl!, token, cookie);
  expect((await readConnection(created.connectionRequestId)).status).toBe('authorizing');

  expect(await comeBack(await authorizationServer.browse(link), cookie)).toContain('is connected');
  const ready = await readConnection(created.connectionRequestId);
  expect(ready).toMatchObject({ status: 'ready', server: { name: 'guarded', url: guardedServer.url, enabled: true } });
  expect(ready).not.toHaveProperty('handoffUrl');
  const { items } = await installation.api.assay.listTools(
    { projectId: installation.api.projectId, serverId: ready.serverId! },
    {},
  );
  expect(items.map(({ name }) => name)).toEqual(['whoami']);
  const [{ kept }] = (await installation.sql<{ kept: number }>(
    'select count(*)::int as kept from diagnostics.connections where sealed is not null',
  )) as [{ kept: number }];
  expect(kept).toBe(0);
});

test('the audit log has the result of a consent, with its key and the request that came back', async () => {
  const { back, cookie } = await consentedConnection();
  const { headers } = await fetch(back, { headers: { cookie } });
  const requestId = headers.get('x-request-id')!;
  const organizationId = (await installation.api.assay.listOrganizations()).items[0]!.id;
  const entry = await waitUntil(async () =>
    (
      await installation.api.assay.listAuditLog({ organizationId }, { operation: 'finishConnectionAuthorization' })
    ).items.find((each) => each.requestId === requestId),
  );
  expect(entry).toMatchObject({
    actor: { userId: expect.any(String) as string, keyId: expect.any(String) as string },
    after: { serverUrl: guardedServer.url, grantType: 'authorization_code' },
  });
});

test.each([
  ['the origin', '/', 'awaiting_authorization', undefined],
  ['a slash more', '/mcp/', 'failed', expect.stringContaining('Clients that ignore the slash at the end connect')],
])('a connection to a server whose resource is %s goes on where a client can', async (_, path, status, message) => {
  const { origin, stop } = await listenLocally((request, response) => {
    const metadata = {
      resource: `http://${request.headers.host}${path}`,
      authorization_servers: [authorizationServer.issuer],
    };
    if (request.url === '/.well-known/oauth-protected-resource/mcp')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata));
    return void response.writeHead(request.method === 'POST' ? 401 : 404).end();
  });
  const created = await createConnection({ url: `${origin}/mcp` });
  await stop();
  expect([created.status, created.error?.message]).toEqual([status, message]);
});

test('a server without OAuth is saved and ready at once; a second request uses the saved one', async () => {
  const first = await createConnection({ url: everythingServer.url });
  expect(first).toMatchObject({ status: 'ready', server: { name: '127.0.0.1' } });
  expect(await createConnection({ url: everythingServer.url, name: 'other' })).toMatchObject({
    status: 'ready',
    serverId: first.serverId,
  });
});

test('the way back counts once, and only in the browser that set out', async () => {
  const { id, back, cookie } = await consentedConnection();
  expect(await comeBack(back)).toContain('Another browser');
  expect(await comeBack(back, 'assay_connection=guess')).toContain('Another browser');
  expect((await readConnection(id)).status).toBe('authorizing');
  expect(await comeBack(back, cookie)).toContain('is connected');
  expect(await comeBack(back, cookie)).toContain('is not valid');
});

test.each<[string, (back: URL) => void, RegExp]>([
  [
    'consent was denied',
    (back) => {
      back.searchParams.delete('code');
      back.searchParams.set('error', 'access_denied');
    },
    /was not granted/,
  ],
  [
    'the answer names another issuer (RFC 9207)',
    (back) => {
      back.searchParams.set('iss', 'https://mallory.test');
    },
    /Not connected/,
  ],
  [
    'the code is a guess',
    (back) => {
      back.searchParams.set('code', 'guess');
    },
    /Not connected/,
  ],
])('when %s nothing is saved, and the page and the connection say so', async (_, change, says) => {
  const { id, back, cookie } = await consentedConnection();
  change(back);
  expect(await comeBack(back, cookie)).toMatch(says);
  expect(await readConnection(id)).toMatchObject({
    status: 'failed',
    error: { code: expect.any(String) as string, message: expect.any(String) as string },
  });
  expect(await installation.api.assay.listProjectServers({ projectId: installation.api.projectId })).toMatchObject({
    items: [],
  });
  expect((await retryValidation(id)).status).toBe(409);
});

test('a saved server that needs consent keeps its grant, with its own client and scopes', async () => {
  const serverId = await installation.api.saveServer('saved', guardedServer.url);
  const { id, back, cookie } = await consentedConnection({ projectId: installation.api.projectId, serverId });
  expect(await readConnection(id)).not.toHaveProperty('serverId');
  expect(await comeBack(back, cookie)).toContain('is connected');
  expect(await readConnection(id)).toMatchObject({ status: 'ready', serverId });
  expect(
    (
      await answerOf(
        installation.api.assay.listTools.withResponse({ projectId: installation.api.projectId, serverId }, {}),
      )
    ).status,
  ).toBe(200);
});

test('the saved client is the one in the authorization request', async () => {
  const serverId = await installation.api.saveServer('known', guardedServer.url, {
    clientId: 'assay-public',
    useOAuth: true,
  });
  const { link } = await setOut(
    (await createConnection({ url: guardedServer.url, projectId: installation.api.projectId, serverId })).handoffUrl!,
  );
  expect(new URL(link).searchParams.get('client_id')).toBe('assay-public');
});

test('two connections in one browser come back separately, and lead to one server', async () => {
  const [one, two] = [
    await createConnection({ url: guardedServer.url }),
    await createConnection({ url: guardedServer.url }),
  ];
  const first = await openPage(one.handoffUrl!);
  const second = await openPage(two.handoffUrl!, first.cookie);
  expect(second.cookie).toBe(first.cookie);
  const backs = [];
  for (const [connection, { token }] of [
    [one, first],
    [two, second],
  ] as const)
    backs.push(await authorizationServer.browse((await goOn(connection.handoffUrl!, token, first.cookie)).link));
  for (const back of backs) expect(await comeBack(back, first.cookie)).toContain('is connected');
  expect(
    (await installation.api.assay.listProjectServers({ projectId: installation.api.projectId })).items,
  ).toHaveLength(1);
});

test('only the form of the page starts: reading changes nothing, and other sites cannot send it', async () => {
  const { connectionRequestId: id, handoffUrl } = await createConnection({ url: guardedServer.url });
  const { token, cookie } = await openPage(handoffUrl!);
  const { link } = await goOn(handoffUrl!, token, cookie);
  await Promise.all([
    fetch(handoffUrl!, { method: 'HEAD' }),
    fetch(handoffUrl!),
    fetch(handoffUrl!, { headers: { cookie } }),
  ]);
  for (const [given, known] of [
    [token, ''],
    ['', cookie],
    ['guess', cookie],
    [token, 'assay_connection=guess'],
  ])
    expect((await goOn(handoffUrl!, given!, known!)).page).toContain('Another browser');
  expect(await comeBack(await authorizationServer.browse(link), cookie)).toContain('is connected');
  expect((await readConnection(id)).status).toBe('ready');
});

test.each([
  ['unknown', 'state=guess&code=x'],
  ['missing', 'code=x'],
  ['doubled', 'state=a&state=b&code=x'],
  ['endless', `state=${'x'.repeat(9_000)}&code=x`],
])('a redirect with an %s state leads nowhere', async (_, query) => {
  const back = `${installation.url}/api/v1/oauth/callback?${query}`;
  expect([(await fetch(back)).status, await comeBack(back)]).toEqual([404, expect.stringContaining('is not valid')]);
});

test('a cancelled or expired connection accepts no way back', async () => {
  const [cancelled, late] = [await consentedConnection(), await consentedConnection()];
  expect((await cancelConnection(cancelled.id)).status).toBe(200);
  expect(await comeBack(cancelled.back, cancelled.cookie)).toContain('is not valid');
  expect((await cancelConnection(cancelled.id)).status).toBe(409);

  await installation.sql(
    `update diagnostics.connections set expires_at = now() - interval '1 second' where id = '${late.id}'`,
  );
  expect(await comeBack(late.back, late.cookie)).toContain('is not valid');
  expect((await readConnection(late.id)).status).toBe('expired');
  expect((await openPage(`${installation.url}/api/v1/server-connections/${late.id}/handoff`)).page).toContain(
    'is not valid',
  );
});

test('a failed validation can be tried again', async () => {
  const { id, back, cookie } = await consentedConnection();
  guardedServer.refuseAll(true);
  expect(await comeBack(back, cookie)).toContain('did not answer');
  expect(await readConnection(id)).toMatchObject({
    status: 'failed',
    serverId: expect.any(String),
    error: { retryable: true },
  });
  guardedServer.refuseAll(false);
  expect((await retryValidation(id)).status).toBe(200);
  expect((await readConnection(id)).status).toBe('ready');
});

test('several saved servers of the address are listed as choices', async () => {
  await installation.api.saveServer('one', everythingServer.url);
  const two = await installation.api.saveServer('two', everythingServer.url);
  expect(await createConnection({ url: everythingServer.url })).toMatchObject({
    status: 'failed',
    error: { code: 'CONFLICT', candidates: [{ name: 'two' }, { name: 'one' }] },
  });
  expect(
    await createConnection({ url: everythingServer.url, projectId: installation.api.projectId, serverId: two }),
  ).toMatchObject({
    status: 'ready',
    serverId: two,
  });
  expect(
    await createConnection({ url: 'http://127.0.0.1:1/', projectId: installation.api.projectId, serverId: two }),
  ).toMatchObject({
    status: 'failed',
    error: { code: 'CONFLICT' },
  });
});

test('with several projects the caller has to choose one', async () => {
  const { id } = await installation.api.assay.createProject({ name: 'Second' });
  const asking = await createConnection({ url: everythingServer.url });
  expect(asking).toMatchObject({
    status: 'awaiting_project',
    error: { candidates: expect.arrayContaining([{ id, name: 'Second' }]) },
  });
  await installation.sql(
    `update diagnostics.connections set expires_at = now() - interval '1 second' where id = '${asking.connectionRequestId}'`,
  );
  expect((await readConnection(asking.connectionRequestId)).status).toBe('expired');
  expect((await answerOf(installation.api.assay.deleteProject.withResponse({ projectId: id }))).status).toBe(200);
});

test('a server that is down fails the connection, and can be connected later', async () => {
  expect(await createConnection({ url: `http://127.0.0.1:${await freePort()}/mcp` })).toMatchObject({
    status: 'failed',
    error: { code: 'SERVER_UNREACHABLE', retryable: true },
  });
});

test.each<[string, object, number, RegExp]>([
  ['no address', {}, 400, /url/],
  ['an address that is none', { url: 'nonsense' }, 400, /url/],
  ['an address of another scheme', { url: 'ftp://x/' }, 400, /"path":"\/url"/],
  ['an unknown key', { url: 'http://x/', browser: true }, 400, /browser/],
  ['an unknown project', { url: 'http://x/', projectId: 'prj_nobody' }, 404, /project/],
  ['a project by a name that stands for none here', { url: 'http://x/', projectId: 'default' }, 404, /project/],
  ['a server of an unknown project', { url: 'http://x/', serverId: 'srv_x' }, 400, /"path":"\/projectId"/],
])('%s is refused and leaves nothing behind', async (_, body, status, says) => {
  const answer = await answerOf(installation.api.assay.createServerConnection.withResponse(body as never));
  expect(answer.status).toBe(status);
  expect(JSON.stringify(answer.body)).toMatch(says);
});

test('the connection of another organization is not found', async () => {
  expect(
    (await answerOf(installation.api.assay.getServerConnection.withResponse({ requestId: 'con_nobody' }))).status,
  ).toBe(404);
  await installation.sql(
    "insert into diagnostics.connections (id, organization_id, user_id, key_id, url, status, expires_at) values ('con_foreign', 'org_x', 'usr_x', 'key_x', 'http://x/', 'validating', now())",
  );
  expect(
    (await answerOf(installation.api.assay.getServerConnection.withResponse({ requestId: 'con_foreign' }))).status,
  ).toBe(404);
  await installation.sql(
    "update diagnostics.connections set organization_id = (select id from catalog.organizations limit 1), project_id = 'prj_private' where id = 'con_foreign'",
  );
  expect(
    (await answerOf(installation.api.assay.cancelServerConnection.withResponse({ requestId: 'con_foreign' }, {})))
      .status,
  ).toBe(404);
});

test('the client metadata document has its own address', async () => {
  const response = await fetch(`${installation.url}/api/v1/oauth/client-metadata`);
  expect(await response.json()).toMatchObject({
    client_id: `${installation.url}/api/v1/oauth/client-metadata`,
    redirect_uris: [`${installation.url}/api/v1/oauth/callback`],
    token_endpoint_auth_method: 'none',
  });
});
