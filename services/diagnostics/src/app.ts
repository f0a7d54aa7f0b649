import { openEgress } from '@assay/egress/egress';
import { operatorsOwn } from '@assay/egress/settings';
import { Bell } from '@assay/kit/bell';
import { dial } from '@assay/kit/client';
import { openCursors } from '@assay/kit/cursor';
import { startEar } from '@assay/kit/ear';
import type { Logger } from '@assay/kit/log';
import type { Running } from '@assay/kit/serve';
import { startService } from '@assay/kit/service';
import { tunnelProof } from '@assay/kit/tunnel-proof';
import { Dialects } from '@assay/mcp/dialects';
import { throughGateway } from '@assay/mcp/tunnel';
import { AccessTokens } from './access-tokens.ts';
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
    const tunnels = throughGateway(publicUrl, openEgress(operatorsOwn(config.egress)), (server) => tunnelProof(config.meshSecret, server));
    const egress = openEgress(config.egress);
    const tokens = new AccessTokens({ pool, egress, keyEncryptionKey });
    const deps = { pool, log, cursors: openCursors(config.meshSecret), catalog, keyEncryptionKey, egress, tunnels, dialects: new Dialects(), tokens, jobs, publicUrl };
    return {
      implementations: diagnostics(deps),
      consumes: consumed(pool),
      background: [jobs, startEar('inspections', 'inspections', pool, jobs, log), startInspectionSweep(deps), startDiagnosticsWatchdog(deps), startReportedWatchdog(deps), startTidyingConnections(deps)],
      channels: [catalog],
    };
  });
}
