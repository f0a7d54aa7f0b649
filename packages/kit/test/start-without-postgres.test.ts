import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { startService, type ServiceConfig } from '@assay/kit/service';
import { freePort } from '@assay/postgres/free-port';
import { log } from './harness.ts';

/** A Postgres that takes connections and never says a word. */
async function startMute(): Promise<{ port: number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const configOf = (port: number, healthPort: number): ServiceConfig => {
  const databaseUrl = `postgres://things:secret@127.0.0.1:${port}/assay`;
  return {
    address: '127.0.0.1:0',
    databaseUrl,
    meshSecret: 'a secret of this test',
    bus: { transport: 'postgres', url: databaseUrl, retentionHours: 1 },
    reflection: false,
    healthPort,
  };
};

test.each([
  ['is absent', async () => ({ port: await freePort(), stop: async () => undefined })],
  ['takes connections and does not answer', startMute],
])(
  'a service starts, and its probes succeed, while Postgres %s',
  async (_, startPostgres) => {
    const postgres = await startPostgres();
    const healthPort = await freePort();
    const service = await startService('things', configOf(postgres.port, healthPort), log, () => ({
      implementations: [],
      consumes: [],
    }));
    const probes = ['/healthz', '/readyz'].map((path) => fetch(`http://127.0.0.1:${healthPort}${path}`));
    expect((await Promise.all(probes)).map(({ status }) => status)).toEqual([200, 200]);
    await service.stop();
    await postgres.stop();
  },
  60_000,
);
