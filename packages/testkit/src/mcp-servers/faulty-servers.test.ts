import { given } from '@assay/contract/given';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { startFaultyServer, type FaultyPath, type FaultyServer } from './faulty-servers.ts';
import { waitUntil } from '../until.ts';

let server: FaultyServer;
beforeAll(async () => {
  server = await startFaultyServer();
});
afterAll(() => server.stop());

const clients: Client[] = [];
afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));

async function connected(path: FaultyPath): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  clients.push(client);
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url(path))));
  return client;
}
const initialize = (path: FaultyPath, signal?: AbortSignal) =>
  fetch(server.url(path), {
    method: 'POST',
    body: '{}',
    headers: { accept: 'application/json, text/event-stream' },
    ...given({ signal }),
  });

test.each([
  ['/html', 200, 'text/html'],
  ['/garbage', 200, 'application/json'],
  ['/unauthorized', 401, null],
  ['/oauth', 401, null],
  ['/forbidden', 403, null],
  ['/insufficient-scope', 403, null],
  ['/error', 500, 'text/plain'],
] as const)('%s answers %i %s', async (path, status, contentType) => {
  const response = await initialize(path);
  expect([response.status, response.headers.get('content-type')]).toEqual([status, contentType]);
});

test('the body of /garbage is not JSON', async () => {
  await expect((await initialize('/garbage')).json()).rejects.toThrow('JSON');
});

test('/silent accepts a request and never answers it', async () => {
  await expect(initialize('/silent', AbortSignal.timeout(200))).rejects.toThrow('timeout');
});

test('the challenge of /oauth leads to metadata of the same resource', async () => {
  const header = (await initialize('/oauth')).headers.get('www-authenticate') ?? '';
  const [, url = ''] = /resource_metadata="([^"]+)"/.exec(header) ?? [];
  expect(await (await fetch(url)).json()).toMatchObject({
    resource: server.url('/oauth'),
    authorization_servers: [new URL(url).origin],
  });
});

test('/insufficient-scope names the missing scope', async () => {
  expect((await initialize('/insufficient-scope')).headers.get('www-authenticate')).toContain(
    'error="insufficient_scope", scope="tools:call"',
  );
});

test('/no-tools opens a session without tools', async () => {
  const client = await connected('/no-tools');
  expect(client.getServerCapabilities()?.tools).toBeUndefined();
});

test('failing, throwing and large tools report isError, a protocol error and ten megabytes', async () => {
  const client = await connected('/tools');
  expect(await client.callTool({ name: 'fails' })).toMatchObject({ isError: true });
  await expect(client.callTool({ name: 'throws' })).rejects.toThrow('broke the protocol');
  const { content } = await client.callTool({ name: 'large' });
  expect((content as [{ text: string }])[0].text.length).toBe(10 * 1024 * 1024);
});

test('a cancelled slow call is counted as started and as cancelled', async () => {
  const client = await connected('/tools');
  const abort = new AbortController();
  const call = client.callTool({ name: 'slow', arguments: { milliseconds: 60_000 } }, undefined, {
    signal: abort.signal,
  });
  await waitUntil(() => server.calls.slow.started === 1);
  abort.abort();
  await expect(call).rejects.toThrow('abort');
  await waitUntil(() => server.calls.slow.cancelled === 1);
  expect(await client.callTool({ name: 'slow', arguments: { milliseconds: 1 } })).toMatchObject({
    content: [{ text: 'done' }],
  });
  expect(server.calls.slow).toEqual({ started: 2, cancelled: 1 });
});

test('hang never answers and reports no progress', async () => {
  const client = await connected('/tools');
  let reports = 0;
  await expect(
    client.callTool({ name: 'hang' }, undefined, {
      timeout: 300,
      onprogress: () => {
        reports += 1;
      },
    }),
  ).rejects.toThrow('timed out');
  expect(reports).toBe(0);
});

test('hangWithProgress reports progress and never answers', async () => {
  const client = await connected('/tools');
  const abort = new AbortController();
  let reports = 0;
  const call = client.callTool({ name: 'hangWithProgress' }, undefined, {
    signal: abort.signal,
    onprogress: () => {
      reports += 1;
    },
  });
  await waitUntil(() => reports > 1);
  abort.abort();
  await expect(call).rejects.toThrow('abort');
});
