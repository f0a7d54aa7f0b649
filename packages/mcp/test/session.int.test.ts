import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { startModernServer, type ModernServer } from '@assay/testkit/mcp-servers/modern-server';
import { connectSession } from '../src/connect.ts';
import { DialectCache } from '../src/handshake/dialects.ts';
import type { WireMessage } from '../src/transport/wire-message.ts';
import { asJson, startRaw } from './raw-server.ts';
import { savedServer } from './saved.ts';

let everything: McpServerProcess;
let older: McpServerProcess;
let modern: ModernServer;

beforeAll(async () => {
  [everything, older, modern] = await Promise.all([
    sharedEverythingServer({ transport: 'streamableHttp' }),
    sharedEverythingServer({ transport: 'sse' }),
    startModernServer(),
  ]);
});
afterAll(() => Promise.all([everything, older, modern].map((server) => server.stop())));

test.each([
  ['a 1.x server over Streamable HTTP', () => everything.url, 'streamable-http', '2025-11-25'],
  ['a 1.x server over HTTP+SSE', () => older.url, 'sse', '2025-11-25'],
  ['a 2.x server', () => modern.url, 'streamable-http', '2026-07-28'],
])('%s is used with the newest revision that both sides know', async (_, url, transport, protocolVersion) => {
  const session = await connectSession(savedServer(url()));
  expect(session.info).toMatchObject({
    transport,
    protocolVersion,
    serverInfo: { name: expect.any(String) },
    capabilities: { tools: {} },
  });
  const { value, json } = await session.callTool('echo', { message: 'hi' });
  expect(value).toMatchObject({ content: [{ type: 'text', text: expect.stringMatching(/hi$/) }] });
  expect(JSON.parse(json)).toEqual(value);
  expect((await session.listAllTools()).map(({ name }) => name)).toContain('echo');
  await session.close();
});

test('every list of a server is read to its end', async () => {
  const session = await connectSession(savedServer(everything.url));
  const [resources, templates, prompts] = await Promise.all([
    session.listAllResources(),
    session.listAllResourceTemplates(),
    session.listAllPrompts(),
  ]);
  expect([resources, templates, prompts].every((list) => list.length > 0)).toBe(true);
  await session.close();
});

test('pages and cursors are passed on as the server sent them', async () => {
  const pages = new Map([
    [undefined, '{"tools":[{"name":"a","x":1,"inputSchema":{"type":"object"}}],"nextCursor":"p 2"}'],
    ['p 2', '{"tools":[{"name":"b","inputSchema":{"type":"object"}}]}'],
  ]);
  const server = await startRaw(({ id, params }, response) =>
    asJson(response, `{"jsonrpc":"2.0","id":${id},"result":${pages.get(params?.['cursor'] as string | undefined)}}`),
  );
  const session = await connectSession(savedServer(server.url));
  const [a, b] = [
    { name: 'a', x: 1, inputSchema: { type: 'object' } },
    { name: 'b', inputSchema: { type: 'object' } },
  ];
  expect(await session.listTools()).toEqual({ items: [a], nextCursor: 'p 2' });
  expect(await session.listTools('p 2')).toEqual({ items: [b] });
  expect(await session.listAllTools()).toEqual([a, b]);
  await session.close();
  await server.stop();
});

test('a pinned revision is the only one offered', async () => {
  const wire: WireMessage[] = [];
  const session = await connectSession(savedServer(everything.url, { protocolVersion: '2025-06-18' }), {
    onWire: (message) => wire.push(message),
  });
  expect(session.info.protocolVersion).toBe('2025-06-18');
  expect(JSON.parse(wire[0]!.text)).toMatchObject({ method: 'initialize', params: { protocolVersion: '2025-06-18' } });
  await session.close();
});

test.each([
  ['2026-07-28', () => everything.url],
  ['2025-06-18', () => modern.url],
])('a server that does not offer the pinned revision %s counts as unreachable', async (protocolVersion, url) => {
  await expect(connectSession(savedServer(url(), { protocolVersion }))).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
    message: expect.stringContaining(protocolVersion),
    details: { protocolVersion, serverId: 'srv_1' },
  });
});

test.each([
  ['an older revision', () => everything.url, 1],
  ['the older transport', () => older.url, 2],
])('a process probes once whether a server that speaks %s has become newer', async (_, url, attempts) => {
  const dialects = new DialectCache();
  const methods = async () => {
    const sent: string[] = [];
    const session = await connectSession(savedServer(url()), {
      dialects,
      onWire: ({ direction, text }) => {
        if (direction === 'sent') sent.push((JSON.parse(text) as { method: string }).method);
      },
    });
    await session.close();
    return sent;
  };
  expect(await methods()).toEqual([
    'server/discover',
    ...Array<string>(attempts).fill('initialize'),
    'notifications/initialized',
  ]);
  expect(await methods()).toEqual(['initialize', 'notifications/initialized']);
});

test('a server that is newer than its cached dialect is probed again at once', async () => {
  const dialects = new DialectCache();
  dialects.learn(savedServer(modern.url), 'legacy');
  const session = await connectSession(savedServer(modern.url), { dialects });
  expect(session.info.protocolVersion).toBe('2026-07-28');
  await session.close();
});

test('closing ends the session on the server, also twice or when the server is gone', async () => {
  const server = await startRaw(() => {});
  const session = await connectSession(savedServer(server.url));
  await server.stop();
  await session.close();
  await session.close();

  const living = await connectSession(savedServer(everything.url));
  await living.close();
  await expect(living.callTool('echo', { message: 'hi' })).rejects.toMatchObject({ details: { phase: 'request' } });
});
