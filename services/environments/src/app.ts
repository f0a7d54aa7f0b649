import { MemberRemoved, ProjectDeleted, ServerDeleted, ServerSaved, SuiteDeleted } from '@assay/mesh/events';
import { NOTIFIED, WakeUp } from '@assay/kit/concurrency/wake-ups/wake-up';
import { on } from '@assay/kit/events/consumer';
import { openCursors } from '@assay/kit/requests/cursor';
import { startWakeOnNames } from '@assay/kit/postgres/wake-on-notify';
import { openMailer } from '@assay/kit/mail/mailer';
import type { Logger } from '@assay/kit/log';
import type { RunningServer } from '@assay/kit/rpc/serve';
import { startService } from '@assay/kit/service';
import { operatedParts } from '@assay/work/operator/operated-work';
import { startWork } from '@assay/work/service/start-work';
import type { Config } from './config.ts';
import { startMeasuring } from './background/measuring.ts';
import { startIdleVisits } from './background/idle-visits.ts';
import { startEnvironmentsPurge } from './background/purging.ts';
import { startChatRetention, startEventRetention } from './background/chat-retention.ts';
import { startBrowserWatchdog } from './background/browser-watchdog.ts';
import { startScreenshotRetention } from './background/screenshot-retention.ts';
import { startTurnWatchdog } from './background/turn-watchdog.ts';
import { removeMember } from './events/member-removed.ts';
import { purgeProject } from './events/project-deleted.ts';
import { deleteServerCopy } from './events/server-deleted.ts';
import { copyServer } from './events/server-saved.ts';
import { releaseSuite } from './events/suite-deleted.ts';
import { NamedWakeUps } from '@assay/kit/concurrency/wake-ups/named-wake-ups';
import { turnWork } from './flows/turns/turn-work.ts';
import { environmentsService } from './service.ts';

/** Starts the environments service on a migrated database. */
export function startEnvironments(config: Config, log: Logger): Promise<RunningServer> {
  return startService('environments', config, log, (pool, dial) => {
    const wakeUp = new WakeUp(NOTIFIED);
    const followers = new NamedWakeUps();
    const deps = {
      pool,
      cursors: openCursors(config.meshSecret),
      catalog: dial(config.catalogAddress),
      meshSecret: config.meshSecret,
      publicUrl: config.publicUrl,
      agentModel: config.agentModel,
      wakeUp,
      followers,
      insightsModel: config.insightsModel,
      sendMail: openMailer(config.mail, log),
      hasBuilder: config.hasBuilder,
      browserRunners: config.browserRunners,
    };
    const provider = turnWork(deps);
    return {
      implementations: environmentsService(deps, provider),
      operated: operatedParts(provider, config.localRunner !== undefined),
      consumes: [
        on(SuiteDeleted, releaseSuite),
        on(ProjectDeleted, purgeProject),
        on(MemberRemoved, removeMember),
        on(ServerSaved, copyServer),
        on(ServerDeleted, deleteServerCopy),
      ],
      background: [
        ...startWork(pool, provider, config.localRunner, log),
        followers,
        startWakeOnNames('following turns', 'turns', pool, followers, log),
        startTurnWatchdog(pool, log),
        startBrowserWatchdog(pool, log),
        startScreenshotRetention(pool, log),
        startChatRetention(deps, log),
        startEventRetention(deps, log),
        startEnvironmentsPurge(pool, log),
        startMeasuring(pool, log),
        startIdleVisits(pool, log),
      ],
    };
  });
}
