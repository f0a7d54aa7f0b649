import type { IncomingMessage, ServerResponse } from 'node:http';
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

/** A proxy in front of a server that can hold requests; `gate` lets them on. */
async function startFront(gate: (request: IncomingMessage, goOn: () => void) => void, behind = guardedServer.url) {
  let isOpen = false;
  const inner = new URL(behind).origin;
  const { origin, stop } = await listenLocally((request, response) => {
    const goOn = () => void pass(request, response);
    if (isOpen) goOn();
    else gate(request, goOn);
  });
  async function pass(request: IncomingMessage, response: ServerResponse) {
    const body = (await request.toArray()).join('');
    const headers = new Headers(
      Object.entries(request.headers).flatMap(([name, value]) =>
        HOP.has(name) ? [] : [[name, String(value)] as [string, string]],
      ),
    );
    const answer = await fetch(new URL(request.url!, inner), {
      method: request.method!,
      headers,
      ...(body && { body }),
    });
    const challenge = answer.headers.get('www-authenticate')?.replaceAll(inner, origin);
    const session = answer.headers.get('mcp-session-id');
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'text/plain',
      ...(challenge && { 'www-authenticate': challenge }),
      ...(session && { 'mcp-session-id': session }),
    });
    if (request.method === 'GET' && answer.headers.get('content-type')?.startsWith('text/event-stream'))
      return response.flushHeaders();
    response.end((await answer.text()).replaceAll(inner, origin));
  }
  return {
    url: `${origin}/mcp`,
    goOnAlways: () => {
      isOpen = true;
    },
    stop,
  };
}
const HOP = new Set(['host', 'content-length', 'connection', 'transfer-encoding']);

test('a failed consent does not use the grant from before', async () => {
  const first = await consentedConnection();
  await comeBack(first.back, first.cookie);
  const again = await consentedConnection({ reauthorize: true });
  authorizationServer.breakTokens((_request, response) => void response.writeHead(503).end());
  expect(await comeBack(again.back, again.cookie)).toContain('Not connected');
  authorizationServer.breakTokens(undefined);
  expect((await readConnection(again.id)).status).toBe('failed');
  expect((await retryValidation(again.id)).status).toBe(409);
});

test('a connection that is cancelled during the code exchange keeps nothing', async () => {
  const { id, back, cookie } = await consentedConnection();
  let goOnNow: () => void = () => {};
  const arrived = new Promise<void>((resolve) => {
    authorizationServer.breakTokens((_request, _response, go) => {
      goOnNow = go;
      resolve();
    });
  });
  const page = comeBack(back, cookie);
  await arrived;
  expect((await cancelConnection(id)).status).toBe(200);
  authorizationServer.breakTokens(undefined);
  goOnNow();
  expect(await page).toContain('Given up');
  expect(await installation.api.assay.listProjectServers({ projectId: installation.api.projectId })).toMatchObject({
    items: [],
  });
  await waitUntil(async () => (await installation.sql('select 1 from diagnostics.oauth_grants')).length === 0);
});

test('a connection whose grant is kept cannot be cancelled, because its server is saved', async () => {
  const held = Promise.withResolvers<() => void>();
  const front = await startFront((request, goOn) =>
    request.headers.authorization === undefined ? goOn() : held.resolve(goOn),
  );
  try {
    const created = await createConnection({ url: front.url });
    const { link, cookie } = await setOut(created.handoffUrl!);
    const page = comeBack(await authorizationServer.browse(link), cookie);
    const goOnNow = await held.promise;
    expect((await cancelConnection(created.connectionRequestId)).status).toBe(409);
    front.goOnAlways();
    goOnNow();
    // The server accepts tokens for its own address only, not for the proxy's.
    expect(await page).toContain('is saved');
    expect(await readConnection(created.connectionRequestId)).toMatchObject({
      status: 'failed',
      server: { url: front.url },
      error: { retryable: true },
    });
  } finally {
    await front.stop();
  }
});

test('a connection that is cancelled during the check of its server saves no server', async () => {
  const held = Promise.withResolvers<() => void>();
  const front = await startFront((_request, goOn) => held.resolve(goOn), everythingServer.url);
  try {
    const asking = createConnection({ url: front.url });
    const goOnNow = await held.promise;
    const [{ id }] = (await installation.sql<{ id: string }>(
      "select id from diagnostics.connections where status = 'discovering'",
    )) as [{ id: string }];
    expect((await cancelConnection(id)).status).toBe(200);
    front.goOnAlways();
    goOnNow();
    expect(await asking).toMatchObject({ connectionRequestId: id, status: 'cancelled' });
    expect(await installation.api.assay.listProjectServers({ projectId: installation.api.projectId })).toMatchObject({
      items: [],
    });
  } finally {
    await front.stop();
  }
});

test('a server that was saved meanwhile with another authentication keeps it, without a code', async () => {
  const { id, back, cookie } = await consentedConnection();
  const serverId = await installation.api.saveServer('machine', guardedServer.url, {
    authMethod: 'client_credentials',
    clientId: 'assay-confidential',
    clientSecret: 'a secret of the tests: confidential',
  });
  const before = authorizationServer.granted['authorization_code'];
  expect(await comeBack(back, cookie)).toContain('another authMethod');
  expect(authorizationServer.granted['authorization_code']).toBe(before);
  expect(await readConnection(id)).toMatchObject({ status: 'failed', error: { code: 'CONFLICT' } });
  expect(
    await installation.api.assay.getProjectServer({ projectId: installation.api.projectId, serverId }),
  ).toMatchObject({ authMethod: 'client_credentials' });
  await waitUntil(async () => (await installation.sql('select 1 from diagnostics.oauth_grants')).length === 0);
});

test.each<[string, (moved: () => Promise<unknown>) => Promise<string>]>([
  [
    'before the browser sets out',
    async (moved) => {
      const { connectionRequestId, handoffUrl } = await startFor();
      await moved();
      const { token, cookie } = await openPage(handoffUrl!);
      return `${(await goOn(handoffUrl!, token, cookie)).page} ${connectionRequestId}`;
    },
  ],
  [
    'before it comes back',
    async (moved) => {
      const { connectionRequestId, handoffUrl } = await startFor();
      const { link, cookie } = await setOut(handoffUrl!);
      const back = await authorizationServer.browse(link);
      await moved();
      return `${await comeBack(back, cookie)} ${connectionRequestId}`;
    },
  ],
])('a saved client is not sent to another address: a server that moves %s ends the connection', async (_, travel) => {
  const [asked, codes] = [authorizationServer.refused.length, authorizationServer.granted['authorization_code']];
  const page = await travel(async () => {
    const {
      items: [server],
    } = await installation.api.assay.listProjectServers({ projectId: installation.api.projectId });
    await answerOf(
      installation.api.assay.updateProjectServer.withResponse(
        { projectId: installation.api.projectId, serverId: server!.id },
        {
          url: 'https://good.example/mcp',
          clientId: 'owner',
          clientSecret: 'for good.example alone',
        },
      ),
    );
  });
  expect(page).toContain('another address');
  expect(await readConnection(page.split(' ').at(-1)!)).toMatchObject({
    status: 'failed',
    error: { code: 'CONFLICT' },
  });
  expect([authorizationServer.refused.length, authorizationServer.granted['authorization_code']]).toEqual([
    asked,
    codes,
  ]);
});
const startFor = async () =>
  createConnection({
    url: guardedServer.url,
    projectId: installation.api.projectId,
    serverId: await installation.api.saveServer('moves', guardedServer.url, { useOAuth: true, authMethod: 'oauth' }),
  });

test('a browser that does not wait loses nothing', async () => {
  const { id, back, cookie } = await consentedConnection();
  const leaving = new AbortController();
  let goOnNow: () => void = () => {};
  const arrived = new Promise<void>((resolve) => {
    authorizationServer.breakTokens((_request, _response, go) => {
      goOnNow = go;
      resolve();
    });
  });
  const page = fetch(back, { headers: { cookie }, signal: leaving.signal }).catch(() => 'gone');
  await arrived;
  leaving.abort();
  expect(await page).toBe('gone');
  authorizationServer.breakTokens(undefined);
  goOnNow();
  await waitUntil(async () => (await readConnection(id)).status === 'ready');
});
