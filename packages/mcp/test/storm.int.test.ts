import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { listenLocally } from '@assay/testkit/listen';
import { initializeResult, type McpMessage } from '@assay/testkit/mcp-servers/scripted-mcp';
import { waitUntil } from '@assay/testkit/until';
import { connectSession } from '../src/connect.ts';
import { savedServer } from './saved.ts';
import { asJson, startRaw, type RawServer } from './raw-server.ts';

const PINGS = 20_000;

let server: RawServer;
afterEach(() => server.stop());

test('a storm of pings during a call ends the session with a cause of its own', async () => {
  server = await startRaw((_message, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let i = 0; i < PINGS; i++) response.write(`id: ${i}\ndata: {"jsonrpc":"2.0","id":${i},"method":"ping"}\n\n`);
  });
  const session = await connectSession(savedServer(server.url));
  await expect(session.callTool('any', {})).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
    details: { cause: 'request_storm' },
  });
  await expect(session.callTool('any', {})).rejects.toMatchObject({ details: { cause: 'request_storm' } });
  expect(server.seen.filter(({ message }) => message && message.method === undefined).length).toBeLessThanOrEqual(200);
  await session.close();
});

test('requests of a server below the limit are answered in their order', async () => {
  const answered = () => server.seen.flatMap(({ message }) => (message && !message.method ? [message.id] : []));
  server = await startRaw(({ id }, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let i = 0; i < 100; i++) response.write(`data: {"jsonrpc":"2.0","id":${i},"method":"ping"}\n\n`);
    void waitUntil(() => answered().length === 100).then(() =>
      response.end(`data: {"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[]}}\n\n`),
    );
  });
  const session = await connectSession(savedServer(server.url));
  expect((await session.callTool('any', {})).value).toEqual({ content: [] });
  expect(answered()).toEqual(Array.from({ length: 100 }, (_, i) => i));
  await session.close();
});

test('an answer to a server whose response never ends does not stay open, and few wait at a time', async () => {
  const [held, open] = [Promise.withResolvers<void>(), new Set<object>()];
  let most = 0;
  server = await startRaw(
    ({ id }, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let i = 0; i < 150; i++) response.write(`data: {"jsonrpc":"2.0","id":"p${i}","method":"ping"}\n\n`);
      void held.promise.then(() => response.end(`data: {"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{}}\n\n`));
    },
    (_headers, response) => {
      if (server.seen.at(-1)!.httpMethod === 'GET') return void response.writeHead(405).end();
      open.add(response);
      most = Math.max(most, open.size);
      response.on('close', () => open.delete(response)).writeHead(200, { 'content-type': 'text/plain' });
      response.write('x');
      if (most === 4) setTimeout(held.resolve, 1_500);
    },
  );
  const session = await connectSession(savedServer(server.url));
  await session.callTool('any', {});
  expect(most).toBe(4);
  await session.close();
  await waitUntil(() => open.size === 0);
}, 30_000);

test('the total timeout holds while a server asks, reports progress and ends no response', async () => {
  server = await startRaw(
    ({ params }, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const { progressToken } = params!['_meta'] as { progressToken: number };
      let sent = 0;
      const messages = setInterval(() => {
        sent += 1;
        response.write(`data: {"jsonrpc":"2.0","id":"p${sent}","method":"ping"}\n\n`);
        response.write(
          `data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${progressToken},"progress":${sent}}}\n\n`,
        );
      }, 10);
      response.on('close', () => clearInterval(messages));
    },
    (_headers, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).write('x'),
  );
  const session = await connectSession(savedServer(server.url));
  // The idle timeout is longer than a test.
  await expect(session.callTool('any', {}, { timeouts: { idleMs: 600_000, totalMs: 1_500 } })).rejects.toMatchObject({
    code: 'TIMEOUT',
  });
  await session.close();
});

test.each([
  ['comments', ': nothing\n\n'],
  ['blank lines', '\n\n\n\n'],
  ['numbered events without data', 'id: 1\n\n'],
])('a stream that holds nothing but %s ends the session', async (_, text) => {
  const piece = gzipSync(text.repeat(200_000));
  server = await startRaw((_message, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
    for (let i = 0; i < 50; i++) response.write(piece);
  });
  const session = await connectSession(savedServer(server.url));
  await expect(session.callTool('any', {})).rejects.toMatchObject({ details: { cause: 'answer_too_large' } });
  await session.close();
});

test('an answer that is nested too deeply is refused before it is parsed', async () => {
  server = await startRaw(({ id }, response) =>
    asJson(response, `{"jsonrpc":"2.0","id":${id},"result":${'['.repeat(200_000)}${']'.repeat(200_000)}}`),
  );
  const session = await connectSession(savedServer(server.url));
  await expect(session.callTool('any', {})).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
    details: { cause: 'answer_too_large' },
  });
  await session.close();
});

test('a stream of the older transport is opened again at most once a second', async () => {
  const opened: number[] = [];
  const { origin, stop } = await listenLocally((request, response) => void serve(request, response));
  let stream: ServerResponse;
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'GET') {
      opened.push(performance.now());
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
      stream.write('retry: 1\nevent: endpoint\ndata: /messages\n\n');
      if (opened.length > 1) stream.end();
      return;
    }
    if (request.url !== '/messages') return void response.writeHead(405).end();
    const { id, method, params } = JSON.parse(Buffer.concat(await request.toArray()).toString()) as McpMessage;
    response.writeHead(202).end();
    if (method === 'initialize')
      stream.write(
        `data: ${JSON.stringify({ jsonrpc: '2.0', id, result: initializeResult({ method, params: params! }) })}\n\n`,
      );
    else stream.end();
  };
  const session = await connectSession(savedServer(`${origin}/sse`));
  await waitUntil(() => opened.length === 3, 20_000);
  await session.close();
  await stop();
  expect(opened[2]! - opened[1]!).toBeGreaterThan(900);
}, 30_000);
