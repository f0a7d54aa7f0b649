import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { pause } from '@assay/kit/concurrency/back-off';
import { openPool, rows, sql } from '@assay/kit/postgres/db';
import { keepSession } from '@assay/kit/postgres/session';
import { testDatabase } from '@assay/testkit/database/database';
import { waitUntil } from '@assay/testkit/until';
import { log } from '../harness.ts';

/** A message of Postgres: its type, its length and its body. */
function messageOf(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(length.length + body.length);
  return Buffer.concat([Buffer.from(type), length, body]);
}
/** Postgres at the moment of its stop: the password is right, it is ready, it ends the connection. One packet. */
const READY_AND_ENDED = Buffer.concat([
  messageOf('R', Buffer.alloc(4)),
  messageOf('Z', Buffer.from('I')),
  messageOf('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')),
]);

test('a standing job begins anew when Postgres ends its connection right after it was ready', async () => {
  const database = await testDatabase({ folders: [] });
  const { hostname, port } = new URL(database.url);
  let connections = 0;
  const server = createServer((client) => {
    client.on('error', () => undefined);
    if (++connections === 1) return void client.once('data', () => client.end(READY_AND_ENDED));
    const postgres = connect(Number(port), hostname).on('error', () => client.destroy());
    client.pipe(postgres).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = Object.assign(new URL(database.url), {
    hostname: '127.0.0.1',
    port: String((server.address() as AddressInfo).port),
  });
  const pool = openPool(url.href, log, { max: 1 });
  const found: number[] = [];
  const job = keepSession('a job', pool, log, async ({ db, signal }) => {
    found.push((await rows<{ answer: number }>(db, sql`select 42 as answer`))[0]!.answer);
    while (!signal.aborted) await pause(60_000, signal);
  });
  await waitUntil(() => found.length > 0);
  expect([found, connections]).toEqual([[42], 2]);
  await job.stop();
  await pool.end();
  server.close();
  await database.drop();
});
