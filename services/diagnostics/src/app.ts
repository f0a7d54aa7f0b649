import { AuditedEffects } from '@assay/kit/audit/audited-effects';
import { inFlight } from '@assay/kit/requests/in-flight';
import { MemberRemoved, ProjectDeleted, ServerDeleted } from '@assay/mesh/events';
import { openEgress } from '@assay/egress/egress';
import { resolveBySystem } from '@assay/egress/resolve';
import { egressToGateway } from '@assay/egress/gateway-egress';
import { operatorEgressSettings } from '@assay/egress/settings';
import { ByteShares } from '@assay/kit/concurrency/byte-shares';
import { NOTIFIED, WakeUp } from '@assay/kit/concurrency/wake-ups/wake-up';
import { on } from '@assay/kit/events/consumer';
import { openCursors } from '@assay/kit/requests/cursor';
import { startWakeOnNotify } from '@assay/kit/postgres/wake-on-notify';
import type { Logger } from '@assay/kit/log';
import { DRAIN_MS, type RunningServer } from '@assay/kit/rpc/serve';
import { startService } from '@assay/kit/service';
import { operatedParts } from '@assay/work/operator/operated-work';
import { startWork } from '@assay/work/service/start-work';
import { tunnelProof } from '@assay/tunnel/tunnel-proof';
import { DialectCache } from '@assay/mcp/handshake/dialects';
import { SessionCache } from '@assay/mcp/session-cache';
import { gatewayTunnelEgress } from '@assay/mcp/tunnel';
import { AccessTokens } from './flows/oauth-grants/access-tokens.ts';
import { startConnectionRetention } from './background/connection-retention.ts';
import type { Config } from './config.ts';
import { forgetMember } from './events/member-removed.ts';
import { purgeProject } from './events/project-deleted.ts';
import { deleteServerData } from './events/server-deleted.ts';
import { diagnosticsWork } from './flows/work/diagnostics-work.ts';
import { startInspectionRetention } from './background/inspection-retention.ts';
import { startToolCallRetention } from './background/tool-call-retention.ts';
import { startDiagnosticsPurge } from './background/purging.ts';
import { startReportedWatchdog } from './background/reported-runs-watchdog.ts';
import { diagnosticsService } from './service.ts';

/** At most this many large answers of an organization wait for room. */
const MAX_WAITING_ANSWERS = 16;
/** Waiting requests are answered this long before calls in flight are cut off, in milliseconds. */
const FAREWELL_MS = 5_000;

/** Stops the wake-up late in the shutdown, so that requests can still receive their answers until then. */
const late = (wakeUp: WakeUp) => ({
  stop: () => {
    setTimeout(() => wakeUp.stop(), DRAIN_MS - FAREWELL_MS).unref();
  },
});

/** Starts the diagnostics service on a migrated database. */
export function startDiagnostics(config: Config, log: Logger): Promise<RunningServer> {
  return startService('diagnostics', config, log, (pool, dial) => {
    const [work, outcomes] = [new WakeUp(NOTIFIED), new WakeUp()];
    const catalog = dial(config.catalogAddress);
    const { keyEncryptionKey, publicUrl } = config;
    const tunnels = gatewayTunnelEgress(
      publicUrl,
      egressToGateway(config, openEgress(operatorEgressSettings(config.egress))),
      (server) => tunnelProof(config.meshSecret, server),
    );
    const egress = openEgress(config.egress, resolveBySystem, () => inFlight()?.caller?.organizationId ?? '');
    const tokens = new AccessTokens({
      pool,
      log,
      egress,
      tunnels,
      keyEncryptionKey,
    });
    const deps = {
      pool,
      log,
      cursors: openCursors(config.meshSecret),
      catalog,
      keyEncryptionKey,
      egress,
      tunnels,
      effects: new AuditedEffects(pool, log),
      dialects: new DialectCache(),
      sessions: new SessionCache(),
      answerBytes: new ByteShares({
        maxBytes: config.maxAnswerBytesInFlight,
        maxShareBytes: config.maxAnswerBytesInFlight / 2,
        maxWaiting: MAX_WAITING_ANSWERS,
      }),
      tokens,
      work,
      outcomes,
      publicUrl,
      browserRunners: config.browserRunners,
      localRunner: config.localRunner,
    };
    const provider = diagnosticsWork(deps);
    return {
      implementations: diagnosticsService(deps, provider),
      operated: operatedParts(provider, config.localRunner !== undefined),
      consumes: [
        on(MemberRemoved, forgetMember),
        on(ProjectDeleted, purgeProject),
        on(ServerDeleted, deleteServerData),
      ],
      background: [
        ...startWork(pool, provider, config.localRunner, log),
        late(outcomes),
        deps.sessions,
        startWakeOnNotify('inspections', 'inspections', pool, outcomes, log),
        startInspectionRetention(deps),
        startReportedWatchdog(deps),
        startConnectionRetention(deps),
        startToolCallRetention(deps),
        startDiagnosticsPurge(deps),
      ],
      underCalls: [deps.effects],
    };
  });
}
