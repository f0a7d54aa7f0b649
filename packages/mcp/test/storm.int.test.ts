import { waitUntil } from '@assay/testkit/until';
import { connectSession } from '../src/connect.ts';
import { savedServer } from './saved.ts';
import { startRaw, type RawServer } from './raw-server.ts';

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
