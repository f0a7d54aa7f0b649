/** A process that owns a Postgres, for the tests to kill: prints its URL, and on SIGINT uses it once more and stops it. */
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
// Whoever reads it may send the signal.
process.stdout.write(`${postgres.superuserUrl}\n`);
