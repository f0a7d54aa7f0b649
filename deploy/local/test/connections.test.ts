import type { ServerConnection } from '@assay/contract/documents/connection';
import { startAuthorizationServer, type AuthorizationServer } from '@assay/testkit/authorization-server';
import { freePort } from '@assay/postgres/free-port';
import { startEverything, type McpServerProcess } from '@assay/testkit/mcp-servers';
import { startProtected, type ProtectedServer } from '@assay/testkit/protected-server';
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

/** A browser on the hand-off page: where it is led, and the cookie that it keeps. */
async function openPage(url: string): Promise<{ page: string; link: string; cookie: string; headers: Headers }> {
  const response = await fetch(url);
  const page = await response.text();
  const link = (/class="go"[^>]* href="([^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&');
  return { page, link, cookie: response.headers.getSetCookie().map((each) => each.split(';')[0]).join('; '), headers: response.headers };
}
const comeBack = async (url: URL | string, cookie = '') => (await fetch(url, { headers: { cookie } })).text();

/** A connection whose person has agreed, and is about to come back. */
async function agreed(body: object = {}) {
  const created = await create({ url: guarded.url, ...body });
  const { link, cookie } = await openPage(created.handoffUrl!);
  return { id: created.connectionRequestId, back: await authorization.browse(link), cookie };
}

test('a person consents in a browser, and the server is saved, validated and used with what they granted', async () => {
  const created = await create({ url: guarded.url, name: 'guarded' });
  expect(created).toMatchObject({ status: 'awaiting_authorization', projectId: assay.api.projectId, handoffUrl: expect.stringContaining(created.connectionRequestId) });
  const { page, link, cookie, headers } = await openPage(created.handoffUrl!);
  expect(page).toContain(new URL(authorization.issuer).host);
  expect(page).toContain(guarded.url);
  expect(headers.get('content-security-policy')).toContain('default-src \'none\'');
  expect(headers.getSetCookie()).toEqual([expect.stringMatching(/HttpOnly; SameSite=Lax$/)]);
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

test.each([
  ['unknown', 'state=guess&code=x'], ['missing', 'code=x'],
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
  expect(await create({ url: everything.url })).toMatchObject({ status: 'awaiting_project', error: { candidates: expect.arrayContaining([{ id, name: 'Second' }]) } });
  expect((await assay.api.send('DELETE', `/projects/${id}`)).status).toBe(200);
});

test('a server that is down fails the connection, and may be back the next time', async () => {
  expect(await create({ url: `http://127.0.0.1:${await freePort()}/mcp` })).toMatchObject({ status: 'failed', error: { code: 'SERVER_UNREACHABLE', retryable: true } });
});

test.each<[string, object, number, RegExp]>([
  ['no address', {}, 400, /url/],
  ['an address that is none', { url: 'nonsense' }, 400, /url/],
  ['an address of another scheme', { url: 'ftp://x/' }, 400, /http/],
  ['a key that nobody knows', { url: 'http://x/', browser: true }, 400, /browser/],
  ['a project of nobody', { url: 'http://x/', projectId: 'prj_nobody' }, 404, /project/],
])('%s is refused and leaves nothing behind', async (_, body, status, says) => {
  const answer = await assay.api.send<{ message: string }>('POST', '/server-connections', body);
  expect(answer.status).toBe(status);
  expect(answer.bytes.toString()).toMatch(says);
});

test('another organization\'s connection is not there', async () => {
  expect((await assay.api.send('GET', '/server-connections/con_nobody')).status).toBe(404);
  await assay.sql('insert into diagnostics.connections (id, organization_id, user_id, key_id, url, status, expires_at) values (\'con_foreign\', \'org_x\', \'usr_x\', \'key_x\', \'http://x/\', \'validating\', now())');
  expect((await assay.api.send('GET', '/server-connections/con_foreign')).status).toBe(404);
});

test('the client metadata document is about its own address', async () => {
  const response = await fetch(`${assay.url}/api/v1/oauth/client-metadata`);
  expect(await response.json()).toMatchObject({ client_id: `${assay.url}/api/v1/oauth/client-metadata`, redirect_uris: [`${assay.url}/api/v1/oauth/callback`], token_endpoint_auth_method: 'none' });
});
