import { createLog } from '@assay/kit/log';
import { startPostgres } from '@assay/postgres/start-postgres';

// The floor of `npm start`: a process with the embedded Postgres and nothing else.
const postgres = await startPostgres({
  dataDir: process.env.ASSAY_DATA_DIR!,
  durable: true,
  log: createLog('floor', 'silent'),
});
process.once('SIGTERM', () => void postgres.stop().then(() => process.exit()));
console.log(`ready ${postgres.superuserUrl}`);
