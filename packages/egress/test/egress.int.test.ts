import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createGzip } from 'node:zlib';
import { MAX_RESPONSE_BYTES, openEgress } from '../src/egress.ts';
import { ONE_MACHINE } from '../src/settings.ts';

const stops: (() => void | Promise<void>)[] = [];
afterEach(async () => { for (const stop of stops.splice(0)) await stop(); });

const egress = openEgress(ONE_MACHINE);

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stops.push(() => { server.closeAllConnections(); server.close(); });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a small answer that unfolds to more than the cap is cut off', async () => {
  const origin = await serve((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' });
    const zip = createGzip();
    zip.pipe(response);
    const chunk = Buffer.alloc(1024 * 1024);
    for (let i = 0; i <= MAX_RESPONSE_BYTES / chunk.length; i++) zip.write(chunk);
    zip.end();
  });
  const response = await egress.fetch(origin);
  await expect(response.text()).rejects.toThrow('too large');
});

test('a compressed answer within the cap is read as it was meant', async () => {
  const origin = await serve((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' });
    const zip = createGzip();
    zip.pipe(response);
    zip.end('hello');
  });
  expect(await (await egress.fetch(origin)).text()).toBe('hello');
});
