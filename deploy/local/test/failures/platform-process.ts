import { randomBytes } from 'node:crypto';
import { createLog } from '@assay/kit/log';
import { pino } from 'pino';
import { Closers } from '../../src/closers.ts';
import { startPlatform } from '../../src/platform.ts';

/**
 * Every service in this process and the runner in a thread of it, like `npm start`, but on the migrated Postgres of
 * `TEST_POSTGRES_URL`, whose roles have their names as passwords. Logs to standard error.
 */
const { TEST_POSTGRES_URL, ...env } = process.env;
const { url } = await startPlatform(
  {
    env,
    meshSecret: 'a-mesh-secret-of-this-test',
    keyEncryptionKey: randomBytes(32).toString('hex'),
    databaseUrl: (role) => Object.assign(new URL(TEST_POSTGRES_URL!), { username: role, password: role }).toString(),
  },
  createLog('assay', 'warn', pino.destination({ fd: 2, sync: true })),
  new Closers(),
);
process.stdout.write(`serves ${url}\n`);
