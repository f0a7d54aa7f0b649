import { dial } from '@assay/kit/client';
import { openCursors } from '@assay/kit/cursor';
import type { Logger } from '@assay/kit/log';
import type { Running } from '@assay/kit/serve';
import { startService } from '@assay/kit/service';
import type { Config } from './config.ts';
import { consumed } from './events/consumed.ts';
import { suites } from './service.ts';
import { startTicker } from './ticker.ts';

/** Starts the suites service on a migrated database. */
export function startSuites(config: Config, log: Logger): Promise<Running> {
  return startService('suites', config, log, (pool) => {
    const catalog = dial(config.catalogAddress, config.meshSecret, 'suites');
    return {
      implementations: suites({ pool, cursors: openCursors(config.meshSecret), catalog }),
      consumes: consumed(pool),
      background: [startTicker(pool, log)],
      channels: [catalog],
    };
  });
}
