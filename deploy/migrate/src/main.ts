import { prepareDatabase } from '@assay/database/prepare-database';
import { ConfigError } from '@assay/kit/env';
import { createLog } from '@assay/kit/log';
import { loadConfig } from './config.ts';

const log = createLog('migrate', process.env.LOG_LEVEL);
try {
  const { adminUrl, tenants } = await loadConfig();
  await prepareDatabase(adminUrl, tenants, log);
} catch (error) {
  if (error instanceof ConfigError) for (const fault of error.faults) log.fatal(fault);
  else log.fatal({ err: error }, 'the database is not ready');
  process.exitCode = 1;
}
