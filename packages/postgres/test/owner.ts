/**
 * A process that owns a Postgres, for tests to kill: it prints the URL, and on SIGINT uses the database once more and
 * stops it.
 */
import pg from 'pg';
import { createLog } from '@assay/kit/log';
import { startPostgres } from '@assay/postgres/start-postgres';

const postgres = await startPostgres({ dataDir: process.argv[2]!, durable: true, log: createLog('owner', 'silent') });
const client = new pg.Client(postgres.superuserUrl);
await client.connect();
process.once('SIGINT', async () => {
  await client.query('insert into things values (2)');
  await client.end();
  await postgres.stop();
  process.stdout.write('stopped\n');
});
// The URL tells the test that it may send the signal.
process.stdout.write(`${postgres.superuserUrl}\n`);
