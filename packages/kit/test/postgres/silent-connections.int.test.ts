import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createLog } from '@assay/kit/log';
import { isUnavailable, openPool, rows, sql, type Pool } from '@assay/kit/postgres/db';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { waitUntil } from '@assay/testkit/until';

/** Longer than a connection is silent before it is doubted and asked about, in seconds. */
const LONG_S = 12;

let database: TestDatabase;
let relay: Relay;
let pool: Pool;

beforeAll(async () => {
  database = await testDatabase({ folders: [] });
  relay = await startRelay(database.url);
  pool = openPool(relay.url, createLog('test', 'silent'), { max: 2, applicationName: 'silent' });
});
afterAll(async () => {
  await pool.end();
  relay.stop();
  await database.drop();
});

interface Relay {
  url: string;
  /** Swallows what is sent over the open connections from now on, and tells neither side that the other one is gone. */
  freeze(): void;
  stop(): void;
}

/** Stands between a pool and Postgres. */
async function startRelay(url: string): Promise<Relay> {
  const sockets = new Set<Socket>();
  const port = Number(new URL(url).port);
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const postgres = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
    client.pipe(postgres).pipe(client);
    for (const socket of [client, postgres]) sockets.add(socket.on('error', () => undefined));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: Object.assign(new URL(url), { port: String((server.address() as AddressInfo).port) }).toString(),
    freeze: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

test('a statement of a server that vanished fails as unavailable, and the pool goes on', async () => {
  await rows(pool, sql`select 1 as one`);
  relay.freeze();
  const waiting = rows(pool, sql`select 1 as one`).catch((error: unknown) => error);
  await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'silent'`);
  const error = await waiting;
  expect(error).toMatchObject({ message: expect.stringMatching(/no longer answers/) });
  expect(isUnavailable(error)).toBe(true);
  expect(await waitUntil(() => rows(pool, sql`select 1 as one`))).toEqual([{ one: 1 }]);
});

test('a statement that takes long is left alone', async () => {
  expect(await rows(pool, sql`select 'slept' as said from pg_sleep(${LONG_S})`)).toEqual([{ said: 'slept' }]);
});
