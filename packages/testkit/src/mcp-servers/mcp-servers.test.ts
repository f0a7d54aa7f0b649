import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { startEverythingServer } from './everything-server.ts';
import { startModernServer } from './modern-server.ts';

const TRANSPORTS = {
  streamableHttp: (url: string) => new StreamableHTTPClientTransport(new URL(url)) as Transport,
  sse: (url: string) => new SSEClientTransport(new URL(url)) as Transport,
};

test.each(['streamableHttp', 'sse'] as const)(
  'the reference server answers over %s as soon as it has started, and is gone after stop',
  async (transport) => {
    const server = await startEverythingServer({ transport });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(TRANSPORTS[transport](server.url));
    expect(await client.callTool({ name: 'echo', arguments: { message: 'hi' } })).toMatchObject({
      content: [{ text: 'Echo: hi' }],
    });
    await client.close();
    await server.stop();
    expect(() => process.kill(server.pid, 0)).toThrow('ESRCH');
  },
);

test('the modern server speaks revision 2026-07-28 and refuses older handshakes', async () => {
  const server = await startModernServer();
  const client = new ModernClient({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new ModernTransport(new URL(server.url)));
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
  expect(await client.callTool({ name: 'add', arguments: { a: 2, b: 3 } })).toMatchObject({
    structuredContent: { sum: 5 },
  });
  await client.close();
  await expect(
    new Client({ name: 'old', version: '1' }).connect(TRANSPORTS.streamableHttp(server.url)),
  ).rejects.toThrow('rotocol version');
  await server.stop();
});
