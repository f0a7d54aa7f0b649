import type { ServerResponse } from 'node:http';
import { waitUntil } from '@assay/testkit/until';
import { connectSession } from '../src/connect.ts';
import type { McpSession } from '../src/session.ts';
import { asEvent, asJson, startRaw, type RawServer } from './raw-server.ts';
import { savedServer } from './saved.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

async function started(...given: Parameters<typeof startRaw>): Promise<RawServer> {
  const server = await startRaw(...given);
  stops.push(() => server.stop());
  return server;
}

async function opened(
  server: RawServer,
  target: Parameters<typeof savedServer>[1] = {},
  timeouts: { connectMs?: number; idleMs?: number } = {},
): Promise<McpSession> {
  const session = await connectSession(savedServer(server.url, target), { timeouts });
  stops.push(() => session.close());
  return session;
}

const empty = ({ id }: { id?: number | string }) => JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } });
const answers = (message: { id?: number | string }, response: ServerResponse) => asJson(response, empty(message));
/** Sends the head of an answer and a part of its body, and cuts the connection. */
const cut =
  (status: number, headers = {}) =>
  (_message: unknown, response: ServerResponse) => {
    response.writeHead(status, { 'content-length': '10', ...headers });
    response.write('abc', () => response.destroy());
  };
const mislabelled =
  (status: number) =>
  (_message: unknown, response: ServerResponse): void =>
    void response.writeHead(status, { 'content-encoding': 'gzip' }).end('<p>No</p>');

test.each([
  ['a refusal of the probe that is cut off', { 'server/discover': cut(404) }],
  ['a refusal of the probe with a wrong encoding', { 'server/discover': mislabelled(404) }],
  ['an accepted notification that is cut off', { 'notifications/initialized': cut(202) }],
  ['an accepted notification with a wrong encoding', { 'notifications/initialized': mislabelled(202) }],
])('a session opens in spite of %s', async (_, handshake) => {
  const session = await opened(await started(answers, undefined, handshake));
  expect((await session.callTool('any', {})).value).toEqual({ content: [] });
});

test('a refusal that is cut off is told by its status', async () => {
  const session = await opened(await started(cut(503)));
  await expect(session.callTool('any', {})).rejects.toMatchObject({ details: { httpStatus: 503 } });
});

const malformed: [string, object][] = [
  ['an error without a message', { error: { code: 1 } }],
  ['an error with a code that is not a number', { error: { code: 'E', message: 'x' } }],
  ['a result that is not an object', { result: 'x' }],
  ['a result whose _meta is not an object', { result: { _meta: 5 } }],
];

test.each(malformed.flatMap(([name, body]) => [asEvent, asJson].map((as) => [name, as, body] as const)))(
  '%s ends its call at once (%p)',
  async (_, as, body) => {
    const server = await started(({ id }, response) => as(response, JSON.stringify({ jsonrpc: '2.0', id, ...body })));
    const session = await opened(server, {}, { idleMs: 60_000 });
    await expect(session.callTool('any', {})).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      details: { cause: 'answer_off_protocol' },
    });
  },
);

test.each([
  [
    'that is not a message',
    (id: unknown) => `data: ${JSON.stringify({ jsonrpc: '2.0', id, error: { code: 1.5 } })}\n\n`,
  ],
  ['that answers nothing', () => 'data: {"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}\n\n'],
  ['that is empty', () => ': nothing\n\n'],
])('a probe that is answered with an event stream %s is followed by the older handshake', async (_, body) => {
  const server = await started(answers, undefined, {
    'server/discover': ({ id }, response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(body(id)),
  });
  const session = await opened(server, {}, { connectMs: 60_000 });
  expect(session.info.protocolVersion < '2026').toBe(true);
  expect(server.seen.map(({ message }) => message?.method).slice(0, 2)).toEqual(['server/discover', 'initialize']);
});

test.each(['application/json', 'text/event-stream', 'text/plain'])(
  'a request that is accepted with %s may be answered on the other stream',
  async (type) => {
    const stream = Promise.withResolvers<ServerResponse>();
    const server = await started(
      (message, response) => {
        response.writeHead(202, { 'content-type': type }).end();
        void stream.promise.then((open) => open.write(`data: ${empty(message)}\n\n`));
      },
      (_headers, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
        stream.resolve(response);
      },
    );
    const session = await opened(server);
    expect((await session.callTool('any', {})).value).toEqual({ content: [] });
  },
);

test('a redirect whose body breaks off is followed', async () => {
  let moved = false;
  const server = await started((message, response) => {
    if (moved) return answers(message, response);
    moved = true;
    cut(307, { location: '/mcp' })(message, response);
  });
  const session = await opened(server);
  expect((await session.callTool('any', {})).value).toEqual({ content: [] });
});

test('a notification that is cut off is not explained by the answer before it', async () => {
  const server = await started(answers, undefined, {
    'notifications/initialized': (_message, response) => void response.destroy(),
  });
  await expect(connectSession(savedServer(server.url))).rejects.toMatchObject({
    details: { cause: 'connection_closed' },
  });
});

test('a session id among the saved headers is not sent with the handshake', async () => {
  const server = await started(answers);
  await opened(server, { headers: { 'Mcp-Session-Id': 'mine', 'X-Team': ' red ' } });
  const [handshake] = server.seen.filter(({ message }) => message?.method === 'initialize');
  expect(handshake!.headers).toMatchObject({ 'x-team': 'red' });
  expect(handshake!.headers).not.toHaveProperty('mcp-session-id');
});

test('a stream whose bytes cannot be read is closed', async () => {
  const streams: ServerResponse[] = [];
  const server = await started((_message, response) => {
    streams.push(response);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(Buffer.from([0xff, 0x0a, 0x0a]));
  });
  const session = await opened(server);
  await expect(session.callTool('any', {})).rejects.toMatchObject({ details: { cause: 'answer_not_utf8' } });
  await waitUntil(() => streams[0]!.destroyed);
});

test('an answer counts when what follows it in its stream is refused', async () => {
  const parts = Array.from({ length: 1_001 }, (_, i) => `"m${i}":0`).join();
  const server = await started((message, response) =>
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end(`data: ${empty(message)}\n\ndata: {${parts}}\n\n`),
  );
  const session = await opened(server);
  expect((await session.callTool('any', {})).value).toEqual({ content: [] });
});

test('bytes that cannot be read are not asked for again', async () => {
  const server = await started(
    (_message, response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).end('id: 7\nretry: 10\ndata: \n\n'),
    (_headers, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(Buffer.concat([Buffer.from('id: 8\ndata: '), Buffer.from([0xff]), Buffer.from('\n\n')])),
  );
  const session = await opened(server);
  await expect(session.callTool('any', {})).rejects.toMatchObject({ details: { cause: 'answer_not_utf8' } });
  expect(server.seen.filter(({ headers }) => 'last-event-id' in headers)).toHaveLength(1);
});
