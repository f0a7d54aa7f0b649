import { prepareDatabase } from '@assay/database/prepare-database';
import { rekeyDatabase } from '@assay/database/rekey';
import { ConfigError, loadAll } from '@assay/kit/env';
import { createLog } from '@assay/kit/log';
import { logLevel } from '@assay/kit/settings/process-settings';
import { loadConfig, loadRekeyConfig, type Config } from './config.ts';
import { adviceAbout } from './failure-advice.ts';

/** The chart does not try again after a permanent failure. */
const EXIT_CODES = { failed: 1, permanent: 2 };

const [command = 'migrate'] = process.argv.slice(2);
const log = createLog(command);

async function migrate({ adminUrl, tenants, scaler }: Config): Promise<void> {
  await prepareDatabase(adminUrl, tenants, log, scaler);
}

async function rekey({ keyEncryptionKey, tenants }: ReturnType<typeof loadRekeyConfig>): Promise<void> {
  const done = await rekeyDatabase(tenants, keyEncryptionKey, log);
  for (const column of done) log.info(column, 'rekeyed');
  if (done.some(({ unreadable }) => unreadable > 0)) {
    log.error('some values open with none of the keys: add their key to KEY_ENCRYPTION_KEY and repeat');
    process.exitCode = 1;
  }
}

/** Reads all settings before the command begins. */
const withSettings =
  <Settings>(load: () => Settings, run: (settings: Settings) => Promise<void>) =>
  async (): Promise<void> => {
    const [level, settings] = loadAll(() => logLevel(process.env), load);
    log.level = level;
    await run(settings);
  };

const commands = new Map([
  ['migrate', withSettings(loadConfig, migrate)],
  ['rekey', withSettings(loadRekeyConfig, rekey)],
]);

try {
  const run = commands.get(command);
  if (!run) throw new ConfigError([`There is no command ${command}; there are ${[...commands.keys()].join(', ')}`]);
  await run();
} catch (error) {
  if (error instanceof ConfigError) for (const fault of error.faults) log.fatal(fault);
  else log.fatal({ err: error }, `${command} failed`);
  const advice = adviceAbout(error);
  if (advice) log.fatal(advice.text);
  process.exitCode = advice?.isPermanent ? EXIT_CODES.permanent : EXIT_CODES.failed;
}
