import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenLocally } from '@assay/testkit/listen';
import { waitUntil } from '@assay/testkit/until';
import { act, agreed, assay, authorization, create, everything, guarded, read } from './connecting.ts';
import { comeBack, goOn, openPage, setOut } from './consenting.ts';

/** A proxy in front of a server that can hold requests; `gate` lets them on. */
async function startFront(gate: (request: IncomingMessage, goOn: () => void) => void, behind = guarded.url) {
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
  const first = await agreed();
  await comeBack(first.back, first.cookie);
  const again = await agreed({ reauthorize: true });
  authorization.breakTokens((_request, response) => void response.writeHead(503).end());
  expect(await comeBack(again.back, again.cookie)).toContain('Not connected');
  authorization.breakTokens(undefined);
  expect((await read(again.id)).status).toBe('failed');
  expect((await act(again.id, 'retry-validation')).status).toBe(409);
});

test('a connection that is cancelled during the code exchange keeps nothing', async () => {
  const { id, back, cookie } = await agreed();
  let goOnNow: () => void = () => {};
  const arrived = new Promise<void>((resolve) => {
    authorization.breakTokens((_request, _response, go) => {
      goOnNow = go;
      resolve();
    });
  });
  const page = comeBack(back, cookie);
  await arrived;
  expect((await act(id, 'cancel')).status).toBe(200);
  authorization.breakTokens(undefined);
  goOnNow();
  expect(await page).toContain('Given up');
  expect(await assay.api.get<{ items: unknown[] }>('/servers')).toMatchObject({ items: [] });
  await waitUntil(async () => (await assay.sql('select 1 from diagnostics.oauth_grants')).length === 0);
});

test('a connection whose grant is kept cannot be cancelled, because its server is saved', async () => {
  const held = Promise.withResolvers<() => void>();
  const front = await startFront((request, goOn) =>
    request.headers.authorization === undefined ? goOn() : held.resolve(goOn),
  );
  try {
    const created = await create({ url: front.url });
    const { link, cookie } = await setOut(created.handoffUrl!);
    const page = comeBack(await authorization.browse(link), cookie);
    const goOnNow = await held.promise;
    expect((await act(created.connectionRequestId, 'cancel')).status).toBe(409);
    front.goOnAlways();
    goOnNow();
    // The server accepts tokens for its own address only, not for the proxy's.
    expect(await page).toContain('is saved');
    expect(await read(created.connectionRequestId)).toMatchObject({
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
  const front = await startFront((_request, goOn) => held.resolve(goOn), everything.url);
  try {
    const asking = create({ url: front.url });
    const goOnNow = await held.promise;
    const [{ id }] = (await assay.sql<{ id: string }>(
      "select id from diagnostics.connections where status = 'discovering'",
    )) as [{ id: string }];
    expect((await act(id, 'cancel')).status).toBe(200);
    front.goOnAlways();
    goOnNow();
    expect(await asking).toMatchObject({ connectionRequestId: id, status: 'cancelled' });
    expect(await assay.api.get<{ items: unknown[] }>('/servers')).toMatchObject({ items: [] });
  } finally {
    await front.stop();
  }
});

test('a server that was saved meanwhile with another authentication keeps it, without a code', async () => {
  const { id, back, cookie } = await agreed();
  const serverId = await assay.api.saveServer('machine', guarded.url, {
    authMethod: 'client_credentials',
    clientId: 'assay-confidential',
    clientSecret: 'a secret of the tests: confidential',
  });
  const before = authorization.granted['authorization_code'];
  expect(await comeBack(back, cookie)).toContain('another way in');
  expect(authorization.granted['authorization_code']).toBe(before);
  expect(await read(id)).toMatchObject({ status: 'failed', error: { code: 'CONFLICT' } });
  expect(await assay.api.get(`/servers/${serverId}`)).toMatchObject({ authMethod: 'client_credentials' });
  await waitUntil(async () => (await assay.sql('select 1 from diagnostics.oauth_grants')).length === 0);
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
      const back = await authorization.browse(link);
      await moved();
      return `${await comeBack(back, cookie)} ${connectionRequestId}`;
    },
  ],
])('a saved client is not sent to another address: a server that moves %s ends the connection', async (_, travel) => {
  const [asked, codes] = [authorization.refused.length, authorization.granted['authorization_code']];
  const page = await travel(async () => {
    const {
      items: [server],
    } = await assay.api.get<{ items: { id: string }[] }>('/servers');
    await assay.api.inProject('PATCH', `/servers/${server!.id}`, {
      url: 'https://good.example/mcp',
      clientId: 'owner',
      clientSecret: 'for good.example alone',
    });
  });
  expect(page).toContain('another address');
  expect(await read(page.split(' ').at(-1)!)).toMatchObject({ status: 'failed', error: { code: 'CONFLICT' } });
  expect([authorization.refused.length, authorization.granted['authorization_code']]).toEqual([asked, codes]);
});
const startFor = async () =>
  create({
    url: guarded.url,
    projectId: assay.api.projectId,
    serverId: await assay.api.saveServer('moves', guarded.url, { useOAuth: true, authMethod: 'oauth' }),
  });

test('a browser that does not wait loses nothing', async () => {
  const { id, back, cookie } = await agreed();
  const leaving = new AbortController();
  let goOnNow: () => void = () => {};
  const arrived = new Promise<void>((resolve) => {
    authorization.breakTokens((_request, _response, go) => {
      goOnNow = go;
      resolve();
    });
  });
  const page = fetch(back, { headers: { cookie }, signal: leaving.signal }).catch(() => 'gone');
  await arrived;
  leaving.abort();
  expect(await page).toBe('gone');
  authorization.breakTokens(undefined);
  goOnNow();
  await waitUntil(async () => (await read(id)).status === 'ready');
});
