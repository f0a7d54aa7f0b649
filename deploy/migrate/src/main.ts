import { prepareDatabase } from '@assay/database/prepare-database';
import { ConfigError, readEnv } from '@assay/kit/env';
import { createLog } from '@assay/kit/log';
import { loadConfig } from './config.ts';
import { runDeadLetters } from '@assay/database/dead-letters';

const log = createLog('migrate', process.env.LOG_LEVEL);
const [command, ...args] = process.argv.slice(2);
try {
  if (command === 'dead-letters') {
    const url = readEnv(process.env, ({ secret }) => secret('BUS_DATABASE_URL'));
    await runDeadLetters(url, args, console.log);
  } else {
    const { adminUrl, tenants } = await loadConfig();
    await prepareDatabase(adminUrl, tenants, log);
  }
} catch (error) {
  if (error instanceof ConfigError) for (const fault of error.faults) log.fatal(fault);
  else log.fatal({ err: error }, command === undefined ? 'the database is not ready' : 'the command failed');
  process.exitCode = 1;
}
