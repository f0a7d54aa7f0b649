import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { waitUntil } from '@assay/testkit/until';
import { connectSession } from '../src/connect.ts';
import type { WireMessage } from '../src/transport/wire-message.ts';
import { asEvent, asJson, startRaw } from './raw-server.ts';
import { savedServer } from './saved.ts';

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const OTHER = '00-11111111111111111111111111111111-2222222222222222-01';
const empty = ({ id }: { id?: number | string }) => JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } });
const methodOf = ({ text }: WireMessage) => (JSON.parse(text) as { method?: string }).method;

let servers: McpServerProcess[];
beforeAll(async () => {
  servers = await Promise.all([
    sharedEverythingServer({ transport: 'streamableHttp' }),
    sharedEverythingServer({ transport: 'sse' }),
  ]);
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));

test.each([
  ['Streamable HTTP', 0],
  ['HTTP+SSE', 1],
])('every message over %s is logged in order, with direction, time, size and status', async (_, at) => {
  const log: WireMessage[] = [];
  const session = await connectSession(savedServer(servers[at]!.url), { onWire: (message) => log.push(message) });
  await session.callTool('echo', { message: 'grüße' });
  await session.close();

  const call = log.findIndex((message) => message.direction === 'sent' && methodOf(message) === 'tools/call');
  const answer = log.findIndex((message) => message.direction === 'received' && message.text.includes('Echo: grüße'));
  expect(log.slice(0, call).map((message) => message.direction === 'sent' && methodOf(message))).toEqual(
    expect.arrayContaining(['initialize', 'notifications/initialized']),
  );
  expect(answer).toBeGreaterThan(call);
  expect(log[answer]).toMatchObject({ httpStatus: 200, bytes: Buffer.byteLength(log[answer]!.text) });
  expect(log.map(({ atMs }) => atMs)).toEqual(log.map(({ atMs }) => atMs).toSorted((a, b) => a - b));
});

test('a large message is logged cut, and passed on whole', async () => {
  const text = 'x'.repeat(200_000);
  const server = await startRaw(({ id }, response) =>
    asEvent(response, JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } })),
  );
  const log: WireMessage[] = [];
  const session = await connectSession(savedServer(server.url), { onWire: (message) => log.push(message) });
  expect((await session.callTool('any', {})).value).toMatchObject({ content: [{ text }] });
  expect(log.find(({ truncated }) => truncated)).toMatchObject({
    direction: 'received',
    truncated: true,
    bytes: expect.any(Number),
    text: expect.stringMatching(/^.{65536}$/),
  });
  await session.close();
  await server.stop();
});

const progress = (params: Record<string, unknown> | undefined, value: number) => {
  const { progressToken } = (params?.['_meta'] ?? {}) as { progressToken?: number };
  const told = { progressToken, progress: value };
  return `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params: told })}\n\n`;
};

test.each([
  ['with the answer', (parts: string[]) => [parts.join('')]],
  ['before the answer', (parts: string[]) => parts],
])('progress that comes %s is told in order', async (_, sending) => {
  const server = await startRaw((message, response) => {
    const { params } = message;
    const all = [progress(params, 1), progress(params, 2), `data: ${empty(message)}\n\n`];
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    void (async () => {
      for (const part of sending(all)) {
        response.write(part);
        await delay(20);
      }
      response.end();
    })();
  });
  const session = await connectSession(savedServer(server.url));
  const told: number[] = [];
  const { value } = await session.callTool('any', {}, { onProgress: (each) => told.push(each.progress) });
  expect({ told, value }).toEqual({ told: [1, 2], value: { content: [] } });
  await session.close();
  await server.stop();
});

test('an answer is taken from a stream that stays open, and what follows is logged', async () => {
  const streams: ServerResponse[] = [];
  const server = await startRaw((message, response) => {
    streams.push(response);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`data: ${empty(message)}\n\n`);
  });
  const log: WireMessage[] = [];
  const session = await connectSession(savedServer(server.url), { onWire: (message) => log.push(message) });
  expect((await session.callTool('any', {})).value).toEqual({ content: [] });
  streams[0]!.write('data: {"jsonrpc":"2.0","method":"notifications/afterwards"}\n\n');
  await waitUntil(() => log.some(({ text }) => text.includes('afterwards')));
  expect((await session.callTool('any', {})).value).toEqual({ content: [] });
  await session.close();
  await waitUntil(() => streams.every(({ destroyed }) => destroyed));
  await server.stop();
});

test.each([
  ['of another type', 'event: ping\ndata: {}\n\n'],
  ['that is not JSON', 'data: {\n\n'],
  ['without data', 'id: 7\ndata:\n\n'],
])('an event %s beside the answer is passed over', async (_, event) => {
  const server = await startRaw((message, response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`${event}data: ${empty(message)}\n\n`),
  );
  const session = await connectSession(savedServer(server.url));
  expect((await session.callTool('any', {})).value).toEqual({ content: [] });
  await session.close();
  await server.stop();
});

test('headers reach the server and never the log', async () => {
  const server = await startRaw((message, response) => asJson(response, empty(message)));
  const log: WireMessage[] = [];
  const session = await connectSession(
    savedServer(server.url, { headers: { authorization: 'Bearer hidden', 'x-team': 'hidden' } }),
    { onWire: (message) => log.push(message) },
  );
  await session.callTool('any', {});
  await session.close();
  expect(
    server.seen.every(({ headers }) => headers.authorization === 'Bearer hidden' && headers['x-team'] === 'hidden'),
  ).toBe(true);
  expect(JSON.stringify(log)).not.toContain('hidden');
  await server.stop();
});

test('a refused request is in the log, body included', async () => {
  const log: WireMessage[] = [];
  const refusing = await startRaw((_message, response) => void response.writeHead(403).end('go away'));
  const session = await connectSession(savedServer(refusing.url), { onWire: (message) => log.push(message) });
  await expect(session.callTool('any', {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(log.at(-1)).toMatchObject({ direction: 'received', httpStatus: 403, text: 'go away' });
  await session.close();
  await refusing.stop();
});

test('the trace context is in the header and _meta of every request; a call may have its own', async () => {
  const server = await startRaw((message, response) => asJson(response, empty(message)));
  const session = await connectSession(savedServer(server.url), { traceparent: PARENT });
  await session.callTool('any', {});
  await session.callTool('any', {}, { traceparent: OTHER });
  await session.close();
  expect(server.seen[0]!.headers['traceparent']).toBe(PARENT);
  const calls = server.seen.filter(({ message }) => message?.method === 'tools/call');
  expect(calls.map(({ headers, message }) => [headers['traceparent'], message?.params?.['_meta']])).toEqual([
    [PARENT, expect.objectContaining({ traceparent: PARENT })],
    [OTHER, expect.objectContaining({ traceparent: OTHER })],
  ]);
  await server.stop();
});

test('the stream for unsolicited messages is opened only for a session with a slow call', async () => {
  // On a stalled machine the quick call is slow as well.
  await waitUntil(async () => {
    const server = await startRaw((message, response) => {
      if (message.params?.['name'] === 'quick' || server.seen.some(({ httpMethod }) => httpMethod === 'GET'))
        return asJson(response, empty(message));
      void waitUntil(() => server.seen.some(({ httpMethod }) => httpMethod === 'GET')).then(() =>
        asJson(response, empty(message)),
      );
    });
    const streams = () => server.seen.filter(({ httpMethod }) => httpMethod === 'GET').length;
    const session = await connectSession(savedServer(server.url));
    try {
      await session.callTool('quick', {});
      expect(streams()).toBe(0);
      await session.callTool('slow', {});
      expect(streams()).toBe(1);
      return true;
    } finally {
      await session.close();
      await server.stop();
    }
  }, 20_000);
});
