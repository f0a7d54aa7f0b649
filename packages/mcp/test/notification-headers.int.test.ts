import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { StreamableTransport } from '../src/streamable-http/streamable-transport.ts';
import { startRaw } from './raw-server.ts';

test('a notification repeats its method and revision in headers when it states the revision', async () => {
  const server = await startRaw(() => undefined);
  const transport = new StreamableTransport({
    url: new URL(server.url),
    headers: {},
    egress: openEgress(ONE_MACHINE_EGRESS),
    log: () => undefined,
  });
  const method = 'notifications/message';
  const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
  await transport.send({ jsonrpc: '2.0', method, params: { _meta } });
  await transport.send({ jsonrpc: '2.0', method });
  expect(server.seen.map(({ headers }) => [headers['mcp-method'], headers['mcp-protocol-version']])).toEqual([
    [method, '2026-07-28'],
    [undefined, undefined],
  ]);
  await transport.close();
  await server.stop();
});
