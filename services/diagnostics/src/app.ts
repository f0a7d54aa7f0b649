import { openEgress } from '@assay/egress/egress';
import { Bell } from '@assay/kit/bell';
import { dial } from '@assay/kit/client';
import { openCursors } from '@assay/kit/cursor';
import { startEar } from '@assay/kit/ear';
import type { Logger } from '@assay/kit/log';
import type { Running } from '@assay/kit/serve';
import { startService } from '@assay/kit/service';
import { Dialects } from '@assay/mcp/dialects';
import { startTidyingConnections } from './connecting/tidying.ts';
import type { Config } from './config.ts';
import { consumed } from './events/consumed.ts';
import { startInspectionSweep } from './inspection-sweep.ts';
import { startDiagnosticsWatchdog } from './jobs.ts';
import { startReportedWatchdog } from './reported-watchdog.ts';
import { diagnostics } from './service.ts';

/** Starts the diagnostics service on a migrated database. */
export function startDiagnostics(config: Config, log: Logger): Promise<Running> {
  return startService('diagnostics', config, log, (pool) => {
    const jobs = new Bell();
    const catalog = dial(config.catalogAddress, config.meshSecret, 'diagnostics');
    const { keyEncryptionKey, publicUrl } = config;
    const deps = { pool, log, cursors: openCursors(config.meshSecret), catalog, keyEncryptionKey, egress: openEgress(config.egress), dialects: new Dialects(), jobs, publicUrl };
    return {
      implementations: diagnostics(deps),
      consumes: consumed(pool),
      background: [jobs, startEar('inspections', 'inspections', pool, jobs, log), startInspectionSweep(deps), startDiagnosticsWatchdog(deps), startReportedWatchdog(deps), startTidyingConnections(deps)],
      channels: [catalog],
    };
  });
}
