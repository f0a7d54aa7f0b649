import { prepareDatabase } from '@assay/database/prepare-database';
import { ConfigError } from '@assay/kit/env';
import { createLog } from '@assay/kit/log';
import { loadConfig, loadRekeyConfig } from './config.ts';
import { rekeyDatabase } from './rekey.ts';

const [command] = process.argv.slice(2);
const log = createLog(command ?? 'migrate', process.env.LOG_LEVEL);
try {
  if (command === undefined) {
    const { adminUrl, tenants } = await loadConfig();
    await prepareDatabase(adminUrl, tenants, log);
  } else if (command === 'rekey') {
    const { keyEncryptionKey, tenants } = loadRekeyConfig();
    const done = await rekeyDatabase({ tenants }, keyEncryptionKey, log);
    for (const column of done) log.info(column, 'rekeyed');
    if (done.some(({ unreadable }) => unreadable > 0)) {
      log.error('some values open with none of the keys: add their key to KEY_ENCRYPTION_KEY and repeat');
      process.exitCode = 1;
    }
  } else throw new ConfigError([`There is no command ${command}: give rekey, or nothing to migrate`]);
} catch (error) {
  if (error instanceof ConfigError) for (const fault of error.faults) log.fatal(fault);
  else log.fatal({ err: error }, 'the database is not ready');
  process.exitCode = 1;
}
