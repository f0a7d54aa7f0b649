import { openEgress } from '@assay/egress/egress';
import { operatorsOwn } from '@assay/egress/settings';
import { openCursors } from '@assay/kit/cursor';
import { openPool } from '@assay/kit/db';
import type { Logger } from '@assay/kit/log';
import type { Running } from '@assay/kit/serve';
import { startService } from '@assay/kit/service';
import { seed, type Seeded } from './actions/seed.ts';
import type { Config } from './config.ts';
import { startLedgerWatchdog } from './ledger-watchdog.ts';
import { catalog } from './service.ts';

/** `seeded` is there on the start that seeded the installation, and on no other. */
export type RunningCatalog = Running & { seeded?: Seeded };

/** Starts the catalog service on a migrated database, and seeds an empty installation when the configuration says so. */
export async function startCatalog(config: Config, log: Logger): Promise<RunningCatalog> {
  const seeded = await seedOnce(config, log);
  const running = await startService('catalog', config, log, (pool) => ({
    implementations: catalog({
      pool, cursors: openCursors(config.meshSecret), keyEncryptionKey: config.keyEncryptionKey,
      maxConcurrentRuns: config.maxConcurrentRuns, hostedModels: config.hostedModels, egress: openEgress(operatorsOwn(config.egress)), registrySources: config.registrySources,
    }),
    background: [startLedgerWatchdog(pool, log)],
  }));
  return { ...running, ...(seeded && { seeded }) };
}

async function seedOnce({ init, databaseUrl }: Config, log: Logger): Promise<Seeded | undefined> {
  if (!init) return undefined;
  const pool = openPool(databaseUrl, log, { max: 1, applicationName: 'catalog seed' });
  try {
    return await seed(pool, init);
  } finally {
    await pool.end();
  }
}
