import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerConnection } from '@assay/contract/documents/connection';
import { startAuthorizationServer, type AuthorizationServer } from '@assay/testkit/authorization-server';
import { freePort } from '@assay/postgres/free-port';
import { listen } from '@assay/testkit/listen';
import { startEverything, type McpServerProcess } from '@assay/testkit/mcp-servers';
import { startProtected, type ProtectedServer } from '@assay/testkit/protected-server';
import { until } from '@assay/testkit/until';
import { startInstallation, type Installation } from './installation.ts';

let assay: Installation;
let authorization: AuthorizationServer;
let guarded: ProtectedServer;
let everything: McpServerProcess;

beforeAll(async () => {
  [assay, authorization, everything] = await Promise.all([startInstallation(), startAuthorizationServer({ lifetime: 60 }), startEverything({ transport: 'streamableHttp' })]);
  guarded = await startProtected(authorization);
});
afterAll(() => Promise.all([assay, authorization, guarded, everything].map((each) => each.stop())));
afterEach(async () => {
  const { items } = await assay.api.get<{ items: { id: string }[] }>('/servers');
  for (const { id } of items) await assay.api.inProject('DELETE', `/servers/${id}`);
});

const create = (body: object) => assay.api.ask<ServerConnection>('POST', '/server-connections', body);
const read = (id: string) => assay.api.ask<ServerConnection>('GET', `/server-connections/${id}`);
const act = (id: string, what: string) => assay.api.send<{ code: string }>('POST', `/server-connections/${id}/${what}`, {});

/** A browser that opens the hand-off page. */
async function openPage(url: string, cookie = ''): Promise<{ page: string; token: string; cookie: string; headers: Headers }> {
  const response = await fetch(url, { headers: { cookie } });
  const page = await response.text();
  const kept = response.headers.getSetCookie().map((each) => each.split(';')[0]).join('; ');
  return { page, token: /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '', cookie: kept, headers: response.headers };
}
/** The browser goes on from the page: where it is led. */
async function goOn(url: string, token: string, cookie: string): Promise<{ page: string; link: string }> {
  const page = await (await fetch(url, { method: 'POST', headers: { cookie }, body: new URLSearchParams({ token }) })).text();
  return { page, link: (/class="go"[^>]* href="([^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&') };
}
async function setOut(url: string): Promise<{ link: string; cookie: string }> {
  const { token, cookie } = await openPage(url);
  return { cookie, link: (await goOn(url, token, cookie)).link };
}
const comeBack = async (url: URL | string, cookie = '') => (await fetch(url, { headers: { cookie } })).text();

/** A connection whose person has agreed, and is about to come back. */
async function agreed(body: object = {}) {
  const created = await create({ url: guarded.url, ...body });
  const { link, cookie } = await setOut(created.handoffUrl!);
  return { id: created.connectionRequestId, back: await authorization.browse(link), cookie };
}

/** A door in front of a server, where requests may be held; `gate` lets them on. */
async function startFront(gate: (request: IncomingMessage, goOn: () => void) => void, behind = guarded.url) {
  let isOpen = false;
  const inner = new URL(behind).origin;
  const { origin, stop } = await listen((request, response) => {
    const goOn = () => void pass(request, response);
    if (isOpen) goOn();
    else gate(request, goOn);
  });
  async function pass(request: IncomingMessage, response: ServerResponse) {
    const body = (await request.toArray()).join('');
    const headers = new Headers(Object.entries(request.headers).flatMap(([name, value]) => (HOP.has(name) ? [] : [[name, String(value)] as [string, string]])));
    const answer = await fetch(new URL(request.url!, inner), { method: request.method!, headers, ...(body && { body }) });
    const challenge = answer.headers.get('www-authenticate')?.replaceAll(inner, origin);
    const session = answer.headers.get('mcp-session-id');
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain', ...(challenge && { 'www-authenticate': challenge }), ...(session && { 'mcp-session-id': session }) });
    if (request.method === 'GET' && answer.headers.get('content-type')?.startsWith('text/event-stream')) return response.flushHeaders();
    response.end((await answer.text()).replaceAll(inner, origin));
  }
  return { url: `${origin}/mcp`, goOnAlways: () => { isOpen = true; }, stop };
}
const HOP = new Set(['host', 'content-length', 'connection', 'transfer-encoding']);

test('a person consents in a browser, and the server is saved, validated and used with what they granted', async () => {
  const created = await create({ url: guarded.url, name: 'guarded' });
  expect(created).toMatchObject({ status: 'awaiting_authorization', projectId: assay.api.projectId, handoffUrl: expect.stringContaining(created.connectionRequestId) });
  const { page, token, cookie, headers } = await openPage(created.handoffUrl!);
  expect(page).toContain(new URL(authorization.issuer).host);
  expect(page).toContain(guarded.url);
  expect(headers.get('content-security-policy')).toContain('default-src \'none\'');
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
  const [{ kept }] = await assay.sql<{ kept: number }>('select count(*)::int as kept from diagnostics.connections where sealed is not null') as [{ kept: number }];
  expect(kept).toBe(0);
});

test('a server without OAuth is saved and ready at once; asked for again, the saved one is used', async () => {
  const first = await create({ url: everything.url });
  expect(first).toMatchObject({ status: 'ready', server: { name: '127.0.0.1' } });
  expect(await create({ url: everything.url, name: 'other' })).toMatchObject({ status: 'ready', serverId: first.serverId });
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
  ['consent was denied', (back) => { back.searchParams.delete('code'); back.searchParams.set('error', 'access_denied'); }, /was not granted/],
  ['the answer names another issuer (RFC 9207)', (back) => { back.searchParams.set('iss', 'https://mallory.test'); }, /Not connected/],
  ['the code is a guess', (back) => { back.searchParams.set('code', 'guess'); }, /Not connected/],
])('when %s nothing is saved, and the page and the connection say so', async (_, change, says) => {
  const { id, back, cookie } = await agreed();
  change(back);
  expect(await comeBack(back, cookie)).toMatch(says);
  expect(await read(id)).toMatchObject({ status: 'failed', error: { code: expect.any(String) as string, message: expect.any(String) as string } });
  expect(await assay.api.get<{ items: unknown[] }>('/servers')).toMatchObject({ items: [] });
  expect((await act(id, 'retry-validation')).status).toBe(409);
});

test('a saved server that needs consent keeps its grant as what leads in, asked for by its own client and scopes', async () => {
  const serverId = await assay.api.saveServer('saved', guarded.url);
  const { id, back, cookie } = await agreed({ projectId: assay.api.projectId, serverId });
  expect(await read(id)).not.toHaveProperty('serverId');
  expect(await comeBack(back, cookie)).toContain('is connected');
  expect(await read(id)).toMatchObject({ status: 'ready', serverId });
  expect((await assay.api.inProject('POST', `/servers/${serverId}/tools`, {})).status).toBe(200);
});

test('the saved client is the one that asks', async () => {
  const serverId = await assay.api.saveServer('known', guarded.url, { clientId: 'assay-public', useOAuth: true });
  const { link } = await setOut((await create({ url: guarded.url, projectId: assay.api.projectId, serverId })).handoffUrl!);
  expect(new URL(link).searchParams.get('client_id')).toBe('assay-public');
});

test('a consent that came to nothing is not made good by the grant from before', async () => {
  const first = await agreed();
  await comeBack(first.back, first.cookie);
  const again = await agreed({ reauthorize: true });
  authorization.breakTokens((_request, response) => void response.writeHead(503).end());
  expect(await comeBack(again.back, again.cookie)).toContain('Not connected');
  authorization.breakTokens(undefined);
  expect((await read(again.id)).status).toBe('failed');
  expect((await act(again.id, 'retry-validation')).status).toBe(409);
});

test('a connection that is given up while its code is changed keeps nothing', async () => {
  const { id, back, cookie } = await agreed();
  let goOnNow: () => void = () => {};
  const arrived = new Promise<void>((resolve) => { authorization.breakTokens((_request, _response, go) => { goOnNow = go; resolve(); }); });
  const page = comeBack(back, cookie);
  await arrived;
  expect((await act(id, 'cancel')).status).toBe(200);
  authorization.breakTokens(undefined);
  goOnNow();
  expect(await page).toContain('Given up');
  expect(await assay.api.get<{ items: unknown[] }>('/servers')).toMatchObject({ items: [] });
  await until(async () => (await assay.sql('select 1 from diagnostics.oauth_grants')).length === 0);
});

test('a connection whose grant is kept cannot be given up any more, for its server is saved', async () => {
  const held = Promise.withResolvers<() => void>();
  const front = await startFront((request, goOn) => (request.headers.authorization === undefined ? goOn() : held.resolve(goOn)));
  try {
    const created = await create({ url: front.url });
    const { link, cookie } = await setOut(created.handoffUrl!);
    const page = comeBack(await authorization.browse(link), cookie);
    const goOnNow = await held.promise;
    expect((await act(created.connectionRequestId, 'cancel')).status).toBe(409);
    front.goOnAlways();
    goOnNow();
    // The server knows tokens for its own address alone, not for the door's.
    expect(await page).toContain('is saved');
    expect(await read(created.connectionRequestId)).toMatchObject({ status: 'failed', server: { url: front.url }, error: { retryable: true } });
  } finally {
    await front.stop();
  }
});

test('a connection that is given up while its server is looked at saves none', async () => {
  const held = Promise.withResolvers<() => void>();
  const front = await startFront((_request, goOn) => held.resolve(goOn), everything.url);
  try {
    const asking = create({ url: front.url });
    const goOnNow = await held.promise;
    const [{ id }] = await assay.sql<{ id: string }>('select id from diagnostics.connections where status = \'discovering\'') as [{ id: string }];
    expect((await act(id, 'cancel')).status).toBe(200);
    front.goOnAlways();
    goOnNow();
    expect(await asking).toMatchObject({ connectionRequestId: id, status: 'cancelled' });
    expect(await assay.api.get<{ items: unknown[] }>('/servers')).toMatchObject({ items: [] });
  } finally {
    await front.stop();
  }
});

test('a server that was saved meanwhile with another way in keeps it, and no code is shown for it', async () => {
  const { id, back, cookie } = await agreed();
  const serverId = await assay.api.saveServer('machine', guarded.url, { authMethod: 'client_credentials', clientId: 'assay-confidential', clientSecret: 'a secret of the tests: confidential' });
  const before = authorization.granted['authorization_code'];
  expect(await comeBack(back, cookie)).toContain('another way in');
  expect(authorization.granted['authorization_code']).toBe(before);
  expect(await read(id)).toMatchObject({ status: 'failed', error: { code: 'CONFLICT' } });
  expect(await assay.api.get(`/servers/${serverId}`)).toMatchObject({ authMethod: 'client_credentials' });
  await until(async () => (await assay.sql('select 1 from diagnostics.oauth_grants')).length === 0);
});

test.each<[string, (moved: () => Promise<unknown>) => Promise<string>]>([
  ['before the browser sets out', async (moved) => {
    const { connectionRequestId, handoffUrl } = await startFor();
    await moved();
    const { token, cookie } = await openPage(handoffUrl!);
    return `${(await goOn(handoffUrl!, token, cookie)).page} ${connectionRequestId}`;
  }],
  ['before it comes back', async (moved) => {
    const { connectionRequestId, handoffUrl } = await startFor();
    const { link, cookie } = await setOut(handoffUrl!);
    const back = await authorization.browse(link);
    await moved();
    return `${await comeBack(back, cookie)} ${connectionRequestId}`;
  }],
])('a saved client is not shown where its server was: one that moves %s ends the connection', async (_, travel) => {
  const [asked, codes] = [authorization.refused.length, authorization.granted['authorization_code']];
  const page = await travel(async () => {
    const { items: [server] } = await assay.api.get<{ items: { id: string }[] }>('/servers');
    await assay.api.inProject('PATCH', `/servers/${server!.id}`, { url: 'https://good.example/mcp', clientId: 'owner', clientSecret: 'for good.example alone' });
  });
  expect(page).toContain('another address');
  expect(await read(page.split(' ').at(-1)!)).toMatchObject({ status: 'failed', error: { code: 'CONFLICT' } });
  expect([authorization.refused.length, authorization.granted['authorization_code']]).toEqual([asked, codes]);
});
const startFor = async () => create({ url: guarded.url, projectId: assay.api.projectId, serverId: await assay.api.saveServer('moves', guarded.url, { useOAuth: true, authMethod: 'oauth' }) });

test('a browser that does not wait loses nothing', async () => {
  const { id, back, cookie } = await agreed();
  const leaving = new AbortController();
  let goOnNow: () => void = () => {};
  const arrived = new Promise<void>((resolve) => { authorization.breakTokens((_request, _response, go) => { goOnNow = go; resolve(); }); });
  const page = fetch(back, { headers: { cookie }, signal: leaving.signal }).catch(() => 'gone');
  await arrived;
  leaving.abort();
  expect(await page).toBe('gone');
  authorization.breakTokens(undefined);
  goOnNow();
  await until(async () => (await read(id)).status === 'ready');
});

test('two connections in one browser come back each on its own, and lead to one server', async () => {
  const [one, two] = [await create({ url: guarded.url }), await create({ url: guarded.url })];
  const first = await openPage(one.handoffUrl!);
  const second = await openPage(two.handoffUrl!, first.cookie);
  expect(second.cookie).toBe(first.cookie);
  const backs = [];
  for (const [connection, { token }] of [[one, first], [two, second]] as const) backs.push(await authorization.browse((await goOn(connection.handoffUrl!, token, first.cookie)).link));
  for (const back of backs) expect(await comeBack(back, first.cookie)).toContain('is connected');
  expect((await assay.api.get<{ items: unknown[] }>('/servers')).items).toHaveLength(1);
});

test('only the page itself sets out: looking changes nothing, and another site cannot send its form', async () => {
  const { connectionRequestId: id, handoffUrl } = await create({ url: guarded.url });
  const { token, cookie } = await openPage(handoffUrl!);
  const { link } = await goOn(handoffUrl!, token, cookie);
  await Promise.all([fetch(handoffUrl!, { method: 'HEAD' }), fetch(handoffUrl!), fetch(handoffUrl!, { headers: { cookie } })]);
  for (const [given, known] of [[token, ''], ['', cookie], ['guess', cookie], [token, 'assay_connection=guess']]) expect((await goOn(handoffUrl!, given!, known!)).page).toContain('Another browser');
  expect(await comeBack(await authorization.browse(link), cookie)).toContain('is connected');
  expect((await read(id)).status).toBe('ready');
});

test.each([
  ['unknown', 'state=guess&code=x'], ['missing', 'code=x'], ['doubled', 'state=a&state=b&code=x'], ['endless', `state=${'x'.repeat(9_000)}&code=x`],
])('an answer with an %s state leads nowhere', async (_, query) => {
  expect(await comeBack(`${assay.url}/api/v1/oauth/callback?${query}`)).toContain('leads nowhere');
});

test('a connection that was given up, or took too long, takes nobody back', async () => {
  const [cancelled, late] = [await agreed(), await agreed()];
  expect((await act(cancelled.id, 'cancel')).status).toBe(200);
  expect(await comeBack(cancelled.back, cancelled.cookie)).toContain('leads nowhere');
  expect((await act(cancelled.id, 'cancel')).status).toBe(409);

  await assay.sql(`update diagnostics.connections set expires_at = now() - interval '1 second' where id = '${late.id}'`);
  expect(await comeBack(late.back, late.cookie)).toContain('leads nowhere');
  expect((await read(late.id)).status).toBe('expired');
  expect((await openPage(`${assay.url}/api/v1/server-connections/${late.id}/handoff`)).page).toContain('leads nowhere');
});

test('a validation that failed can be tried again', async () => {
  const { id, back, cookie } = await agreed();
  guarded.refuseAll(true);
  expect(await comeBack(back, cookie)).toContain('did not answer');
  expect(await read(id)).toMatchObject({ status: 'failed', serverId: expect.any(String), error: { retryable: true } });
  guarded.refuseAll(false);
  expect((await act(id, 'retry-validation')).status).toBe(200);
  expect((await read(id)).status).toBe('ready');
});

test('several saved servers of the address are there to choose from', async () => {
  await assay.api.saveServer('one', everything.url);
  const two = await assay.api.saveServer('two', everything.url);
  expect(await create({ url: everything.url })).toMatchObject({ status: 'failed', error: { code: 'CONFLICT', candidates: [{ name: 'two' }, { name: 'one' }] } });
  expect(await create({ url: everything.url, projectId: assay.api.projectId, serverId: two })).toMatchObject({ status: 'ready', serverId: two });
  expect(await create({ url: 'http://127.0.0.1:1/', projectId: assay.api.projectId, serverId: two })).toMatchObject({ status: 'failed', error: { code: 'CONFLICT' } });
});

test('with several projects the caller is asked which', async () => {
  const { id } = await assay.api.ask<{ id: string }>('POST', '/projects', { name: 'Second' });
  const asking = await create({ url: everything.url });
  expect(asking).toMatchObject({ status: 'awaiting_project', error: { candidates: expect.arrayContaining([{ id, name: 'Second' }]) } });
  await assay.sql(`update diagnostics.connections set expires_at = now() - interval '1 second' where id = '${asking.connectionRequestId}'`);
  expect((await read(asking.connectionRequestId)).status).toBe('expired');
  expect((await assay.api.send('DELETE', `/projects/${id}`)).status).toBe(200);
});

test('a server that is down fails the connection, and may be back the next time', async () => {
  expect(await create({ url: `http://127.0.0.1:${await freePort()}/mcp` })).toMatchObject({ status: 'failed', error: { code: 'SERVER_UNREACHABLE', retryable: true } });
});

test.each<[string, object, number, RegExp]>([
  ['no address', {}, 400, /url/],
  ['an address that is none', { url: 'nonsense' }, 400, /url/],
  ['an address of another scheme', { url: 'ftp://x/' }, 400, /"path":"\/url"/],
  ['a key that nobody knows', { url: 'http://x/', browser: true }, 400, /browser/],
  ['a project of nobody', { url: 'http://x/', projectId: 'prj_nobody' }, 404, /project/],
  ['a project by a name that stands for none here', { url: 'http://x/', projectId: 'default' }, 404, /project/],
  ['a server of nobody\'s project', { url: 'http://x/', serverId: 'srv_x' }, 400, /"path":"\/projectId"/],
])('%s is refused and leaves nothing behind', async (_, body, status, says) => {
  const answer = await assay.api.send<{ message: string }>('POST', '/server-connections', body);
  expect(answer.status).toBe(status);
  expect(answer.bytes.toString()).toMatch(says);
});

test('another organization\'s connection is not there', async () => {
  expect((await assay.api.send('GET', '/server-connections/con_nobody')).status).toBe(404);
  await assay.sql('insert into diagnostics.connections (id, organization_id, user_id, key_id, url, status, expires_at) values (\'con_foreign\', \'org_x\', \'usr_x\', \'key_x\', \'http://x/\', \'validating\', now())');
  expect((await assay.api.send('GET', '/server-connections/con_foreign')).status).toBe(404);
  await assay.sql('update diagnostics.connections set organization_id = (select id from catalog.organizations limit 1), project_id = \'prj_private\' where id = \'con_foreign\'');
  expect((await assay.api.send('POST', '/server-connections/con_foreign/cancel', {})).status).toBe(404);
});

test('the client metadata document is about its own address', async () => {
  const response = await fetch(`${assay.url}/api/v1/oauth/client-metadata`);
  expect(await response.json()).toMatchObject({ client_id: `${assay.url}/api/v1/oauth/client-metadata`, redirect_uris: [`${assay.url}/api/v1/oauth/callback`], token_endpoint_auth_method: 'none' });
});
