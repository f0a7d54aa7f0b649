import { gzipSync } from 'node:zlib';
import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { startFaultyServer, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { connectSession } from '../src/connect.ts';
import { startRaw } from './raw-server.ts';
import { savedServer } from './saved.ts';

const CLOSED = { ...ONE_MACHINE_EGRESS, allowPrivate: false };

let faulty: FaultyServer;
beforeAll(async () => {
  faulty = await startFaultyServer();
});
afterAll(() => faulty.stop());

test.each([undefined, '2025-06-18', '2026-07-28'])(
  'a name that resolves to a closed address says so, with the protocol pinned to %s',
  async (protocolVersion) => {
    const egress = openEgress(CLOSED, async () => [{ address: '127.0.0.1', family: 4 }]);
    const target = savedServer(faulty.url('/tools').replace('127.0.0.1', 'mcp.example'), {
      egress,
      ...(protocolVersion && { protocolVersion }),
    });
    await expect(connectSession(target)).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      message: expect.stringContaining('"mcp.example" leads to') as string,
      details: { reason: 'EGRESS_REFUSED', addressClass: 'loopback' },
    });
  },
);

test('a closed address in the URL is a fault of the request', async () => {
  await expect(connectSession(savedServer(faulty.url('/tools'), { egress: openEgress(CLOSED) }))).rejects.toMatchObject(
    {
      code: 'VALIDATION_ERROR',
      details: { reason: 'EGRESS_REFUSED' },
    },
  );
});

test('a long stream of small messages gets its result, and a too large message fails', async () => {
  const log = `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(8_000) } })}\n\n`;
  const server = await startRaw(({ id, params }, response) => {
    const result = `data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } })}\n\n`;
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end(params?.['name'] === 'long' ? log.repeat(20) + result : `data: ${'x'.repeat(40_000)}`);
  });
  const session = await connectSession(
    savedServer(server.url, { egress: openEgress({ ...ONE_MACHINE_EGRESS, maxResponseBytes: 20_000 }) }),
  );
  expect((await session.callTool('long', {})).value).toEqual({ content: [] });
  await expect(session.callTool('large', {})).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
    details: { cause: 'answer_too_large' },
  });
  await session.close();
  await server.stop();
});

test.each([false, true])('an undefined HTTP status reads as a refusal (compressed: %s)', async (gzip) => {
  const server = await startRaw((_message, response) => {
    response
      .writeHead(999, { 'content-type': 'application/json', ...(gzip && { 'content-encoding': 'gzip' }) })
      .end(gzip ? gzipSync('{}') : '{}');
  });
  const session = await connectSession(savedServer(server.url));
  await expect(session.callTool('any', {})).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
    details: { cause: 'http_refused', httpStatus: 999 },
  });
  await session.close();
  await server.stop();
});
