import { Bell } from '@assay/kit/bell';
import { dial } from '@assay/kit/client';
import { openCursors } from '@assay/kit/cursor';
import type { Logger } from '@assay/kit/log';
import type { Running } from '@assay/kit/serve';
import { startService } from '@assay/kit/service';
import type { Config } from './config.ts';
import { consumed } from './events/consumed.ts';
import { FrozenRuns } from './frozen-runs.ts';
import { runs } from './service.ts';
import { startWatchdog } from './watchdog.ts';
import { startWorkEar } from './work-ear.ts';

/** Starts the runs service. */
export function startRuns(config: Config, log: Logger): Promise<Running> {
  return startService('runs', config, log, (pool) => {
    const [work, news] = [new Bell(), new Bell()];
    const dialed = (address: string) => dial(address, config.meshSecret, 'runs');
    const [catalog, suites, diagnostics] = [dialed(config.catalogAddress), dialed(config.suitesAddress), dialed(config.diagnosticsAddress)];
    const deps = { pool, log, cursors: openCursors(config.meshSecret), catalog, suites, diagnostics, frozen: new FrozenRuns(pool), work, news, leaseMs: config.leaseMs };
    return {
      implementations: runs(deps),
      consumes: consumed(deps),
      background: [work, news, startWorkEar(pool, work, log), startWatchdog(pool, log)],
      channels: [catalog, suites, diagnostics],
    };
  });
}
