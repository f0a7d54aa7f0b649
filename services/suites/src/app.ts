import { WakeUp } from '@assay/kit/concurrency/wake-up';
import { dial } from '@assay/kit/rpc/client';
import { openCursors } from '@assay/kit/requests/cursor';
import type { Logger } from '@assay/kit/log';
import type { Running } from '@assay/kit/rpc/serve';
import { startService } from '@assay/kit/service';
import { startAuthoringWatchdog } from './background/authoring-watchdog.ts';
import type { Config } from './config.ts';
import { consumed } from './events/consumed.ts';
import { startSuitesPurge } from './background/purging.ts';
import { suites } from './service.ts';
import { startTicker } from './background/schedule-ticker.ts';

/** Starts the suites service on a migrated database. */
export function startSuites(config: Config, log: Logger): Promise<Running> {
  return startService('suites', config, log, (pool) => {
    const bell = new WakeUp();
    const catalog = dial(config.catalogAddress, config.meshSecret, 'suites');
    return {
      implementations: suites({
        pool,
        cursors: openCursors(config.meshSecret),
        catalog,
        bell,
        publicUrl: config.publicUrl,
      }),
      consumes: consumed(pool),
      background: [bell, startTicker(pool, log), startAuthoringWatchdog(pool, bell, log), startSuitesPurge(pool, log)],
      channels: [catalog],
    };
  });
}
