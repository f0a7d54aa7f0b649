import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { egressVia } from '@assay/egress/egress';
import { startFaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { connectSession } from '../src/connect.ts';
import { findOAuth } from '../src/oauth/find-oauth.ts';
import { savedServer } from './saved.ts';

const stops: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([301, 302, 307, 308])(
  'a redirect with %d to another origin does not send the saved headers there',
  async (status) => {
    const seen: unknown[] = [];
    const elsewhere = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(500).end();
    });
    const origin = await serve((_request, response) => {
      response.writeHead(status, { location: `${elsewhere}/mcp` }).end();
    });
    const target = savedServer(`${origin}/mcp`, { headers: { Authorization: 'Bearer secret-of-the-team' } });
    await expect(connectSession(target, { timeouts: { connectMs: 3_000 } })).rejects.toMatchObject({
      code: expect.any(String) as string,
    });
    expect(seen.filter((header) => header !== undefined)).toEqual([]);
  },
);

test('metadata that a challenge names on another origin are not read', async () => {
  const refusal = { status: 401, challenge: 'Bearer resource_metadata="http://169.254.169.254/latest/meta-data"' };
  const faulty = await startFaultyServer();
  stops.push(() => faulty.stop());
  const target = savedServer(faulty.url('/unauthorized'));
  const asked: string[] = [];
  const egress = egressVia(target.egress, (url, request) => {
    asked.push(new URL(url).origin);
    return target.egress.request(url, request);
  });
  expect(await findOAuth(refusal, { ...target, egress })).toEqual({
    resourceMetadataUrl: 'http://169.254.169.254/latest/meta-data',
  });
  expect(new Set(asked)).toEqual(new Set([new URL(target.url).origin]));
});
