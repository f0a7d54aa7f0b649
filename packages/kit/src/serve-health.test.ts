import type { AddressInfo } from 'node:net';
import { serveHealth } from './serve-health.ts';

test('a process that stops is alive, but not ready', async () => {
  let isStopping = false;
  const server = await serveHealth(0, () => !isStopping);
  const { port } = server.address() as AddressInfo;
  const probe = async () =>
    Promise.all(['/healthz', '/readyz'].map(async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).status));
  expect(await probe()).toEqual([200, 200]);
  isStopping = true;
  expect(await probe()).toEqual([200, 503]);
  server.close();
});
