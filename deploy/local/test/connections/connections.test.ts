import type { AuditEntry } from '@assay/contract/areas/audit-log/documents';
import { freePort } from '@assay/postgres/free-port';
import { waitUntil } from '@assay/testkit/until';
import { act, agreed, assay, authorization, create, everything, guarded, read } from './connecting.ts';
import { comeBack, goOn, openPage, setOut } from './consenting.ts';

test('a person consents in a browser; the server is saved, validated and used with the grant', async () => {
  const created = await create({ url: guarded.url, name: 'guarded' });
  expect(created).toMatchObject({
    status: 'awaiting_authorization',
    projectId: assay.api.projectId,
    handoffUrl: expect.stringContaining(created.connectionRequestId),
  });
  const { page, token, cookie, headers } = await openPage(created.handoffUrl!);
  expect(page).toContain(new URL(authorization.issuer).host);
  expect(page).toContain(guarded.url);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.getSetCookie()).toEqual([expect.stringMatching(/HttpOnly; SameSite=Lax$/)]);
  expect((await read(created.connectionRequestId)).status).toBe('awaiting_authorization');
  const { link } = await goOn(created.handoffUrl!, token, cookie);
  expect((await read(created.connectionRequestId)).status).toBe('authorizing');

  expect(await comeBack(await authorization.browse(link), cookie)).toContain('is connected');
  const ready = await read(created.connectionRequestId);
  expect(ready).toMatchObject({ status: 'ready', server: { name: 'guarded', url: guarded.url, enabled: true } });
  expect(ready).not.toHaveProperty('handoffUrl');
  const { items } = await assay.api.post<{ items: { name: string }[] }>(`/servers/${ready.serverId}/tools`, {});
  expect(items.map(({ name }) => name)).toEqual(['whoami']);
  const [{ kept }] = (await assay.sql<{ kept: number }>(
    'select count(*)::int as kept from diagnostics.connections where sealed is not null',
  )) as [{ kept: number }];
  expect(kept).toBe(0);
});

test('the audit log has the result of a consent, with its key and the request that came back', async () => {
  const { back, cookie } = await agreed();
  const { headers } = await fetch(back, { headers: { cookie } });
  const requestId = headers.get('x-request-id')!;
  const organizationId = (await assay.api.ask<{ items: { id: string }[] }>('GET', '/organizations')).items[0]!.id;
  const entry = await waitUntil(async () =>
    (
      await assay.api.ask<{ items: AuditEntry[] }>(
        'GET',
        `/organizations/${organizationId}/audit-log?operation=finishConnectionAuthorization`,
      )
    ).items.find((each) => each.requestId === requestId),
  );
  expect(entry).toMatchObject({
    actor: { userId: expect.any(String) as string, keyId: expect.any(String) as string },
    after: { serverUrl: guarded.url, grantType: 'authorization_code' },
  });
});

test('a server without OAuth is saved and ready at once; a second request uses the saved one', async () => {
  const first = await create({ url: everything.url });
  expect(first).toMatchObject({ status: 'ready', server: { name: '127.0.0.1' } });
  expect(await create({ url: everything.url, name: 'other' })).toMatchObject({
    status: 'ready',
    serverId: first.serverId,
  });
});

test('the way back counts once, and only in the browser that set out', async () => {
  const { id, back, cookie } = await agreed();
  expect(await comeBack(back)).toContain('Another browser');
  expect(await comeBack(back, 'assay_connection=guess')).toContain('Another browser');
  expect((await read(id)).status).toBe('authorizing');
  expect(await comeBack(back, cookie)).toContain('is connected');
  expect(await comeBack(back, cookie)).toContain('leads nowhere');
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
  const { id, back, cookie } = await agreed();
  change(back);
  expect(await comeBack(back, cookie)).toMatch(says);
  expect(await read(id)).toMatchObject({
    status: 'failed',
    error: { code: expect.any(String) as string, message: expect.any(String) as string },
  });
  expect(await assay.api.get<{ items: unknown[] }>('/servers')).toMatchObject({ items: [] });
  expect((await act(id, 'retry-validation')).status).toBe(409);
});

test('a saved server that needs consent keeps its grant, with its own client and scopes', async () => {
  const serverId = await assay.api.saveServer('saved', guarded.url);
  const { id, back, cookie } = await agreed({ projectId: assay.api.projectId, serverId });
  expect(await read(id)).not.toHaveProperty('serverId');
  expect(await comeBack(back, cookie)).toContain('is connected');
  expect(await read(id)).toMatchObject({ status: 'ready', serverId });
  expect((await assay.api.inProject('POST', `/servers/${serverId}/tools`, {})).status).toBe(200);
});

test('the saved client is the one in the authorization request', async () => {
  const serverId = await assay.api.saveServer('known', guarded.url, { clientId: 'assay-public', useOAuth: true });
  const { link } = await setOut(
    (await create({ url: guarded.url, projectId: assay.api.projectId, serverId })).handoffUrl!,
  );
  expect(new URL(link).searchParams.get('client_id')).toBe('assay-public');
});

test('two connections in one browser come back separately, and lead to one server', async () => {
  const [one, two] = [await create({ url: guarded.url }), await create({ url: guarded.url })];
  const first = await openPage(one.handoffUrl!);
  const second = await openPage(two.handoffUrl!, first.cookie);
  expect(second.cookie).toBe(first.cookie);
  const backs = [];
  for (const [connection, { token }] of [
    [one, first],
    [two, second],
  ] as const)
    backs.push(await authorization.browse((await goOn(connection.handoffUrl!, token, first.cookie)).link));
  for (const back of backs) expect(await comeBack(back, first.cookie)).toContain('is connected');
  expect((await assay.api.get<{ items: unknown[] }>('/servers')).items).toHaveLength(1);
});

test('only the form of the page starts: reading changes nothing, and other sites cannot send it', async () => {
  const { connectionRequestId: id, handoffUrl } = await create({ url: guarded.url });
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
  expect(await comeBack(await authorization.browse(link), cookie)).toContain('is connected');
  expect((await read(id)).status).toBe('ready');
});

test.each([
  ['unknown', 'state=guess&code=x'],
  ['missing', 'code=x'],
  ['doubled', 'state=a&state=b&code=x'],
  ['endless', `state=${'x'.repeat(9_000)}&code=x`],
])('a redirect with an %s state leads nowhere', async (_, query) => {
  expect(await comeBack(`${assay.url}/api/v1/oauth/callback?${query}`)).toContain('leads nowhere');
});

test('a cancelled or expired connection accepts no way back', async () => {
  const [cancelled, late] = [await agreed(), await agreed()];
  expect((await act(cancelled.id, 'cancel')).status).toBe(200);
  expect(await comeBack(cancelled.back, cancelled.cookie)).toContain('leads nowhere');
  expect((await act(cancelled.id, 'cancel')).status).toBe(409);

  await assay.sql(
    `update diagnostics.connections set expires_at = now() - interval '1 second' where id = '${late.id}'`,
  );
  expect(await comeBack(late.back, late.cookie)).toContain('leads nowhere');
  expect((await read(late.id)).status).toBe('expired');
  expect((await openPage(`${assay.url}/api/v1/server-connections/${late.id}/handoff`)).page).toContain('leads nowhere');
});

test('a failed validation can be tried again', async () => {
  const { id, back, cookie } = await agreed();
  guarded.refuseAll(true);
  expect(await comeBack(back, cookie)).toContain('did not answer');
  expect(await read(id)).toMatchObject({ status: 'failed', serverId: expect.any(String), error: { retryable: true } });
  guarded.refuseAll(false);
  expect((await act(id, 'retry-validation')).status).toBe(200);
  expect((await read(id)).status).toBe('ready');
});

test('several saved servers of the address are listed as choices', async () => {
  await assay.api.saveServer('one', everything.url);
  const two = await assay.api.saveServer('two', everything.url);
  expect(await create({ url: everything.url })).toMatchObject({
    status: 'failed',
    error: { code: 'CONFLICT', candidates: [{ name: 'two' }, { name: 'one' }] },
  });
  expect(await create({ url: everything.url, projectId: assay.api.projectId, serverId: two })).toMatchObject({
    status: 'ready',
    serverId: two,
  });
  expect(await create({ url: 'http://127.0.0.1:1/', projectId: assay.api.projectId, serverId: two })).toMatchObject({
    status: 'failed',
    error: { code: 'CONFLICT' },
  });
});

test('with several projects the caller has to choose one', async () => {
  const { id } = await assay.api.ask<{ id: string }>('POST', '/projects', { name: 'Second' });
  const asking = await create({ url: everything.url });
  expect(asking).toMatchObject({
    status: 'awaiting_project',
    error: { candidates: expect.arrayContaining([{ id, name: 'Second' }]) },
  });
  await assay.sql(
    `update diagnostics.connections set expires_at = now() - interval '1 second' where id = '${asking.connectionRequestId}'`,
  );
  expect((await read(asking.connectionRequestId)).status).toBe('expired');
  expect((await assay.api.send('DELETE', `/projects/${id}`)).status).toBe(200);
});

test('a server that is down fails the connection, and can be connected later', async () => {
  expect(await create({ url: `http://127.0.0.1:${await freePort()}/mcp` })).toMatchObject({
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
  const answer = await assay.api.send<{ message: string }>('POST', '/server-connections', body);
  expect(answer.status).toBe(status);
  expect(answer.bytes.toString()).toMatch(says);
});

test('the connection of another organization is not found', async () => {
  expect((await assay.api.send('GET', '/server-connections/con_nobody')).status).toBe(404);
  await assay.sql(
    "insert into diagnostics.connections (id, organization_id, user_id, key_id, url, status, expires_at) values ('con_foreign', 'org_x', 'usr_x', 'key_x', 'http://x/', 'validating', now())",
  );
  expect((await assay.api.send('GET', '/server-connections/con_foreign')).status).toBe(404);
  await assay.sql(
    "update diagnostics.connections set organization_id = (select id from catalog.organizations limit 1), project_id = 'prj_private' where id = 'con_foreign'",
  );
  expect((await assay.api.send('POST', '/server-connections/con_foreign/cancel', {})).status).toBe(404);
});

test('the client metadata document has its own address', async () => {
  const response = await fetch(`${assay.url}/api/v1/oauth/client-metadata`);
  expect(await response.json()).toMatchObject({
    client_id: `${assay.url}/api/v1/oauth/client-metadata`,
    redirect_uris: [`${assay.url}/api/v1/oauth/callback`],
    token_endpoint_auth_method: 'none',
  });
});
