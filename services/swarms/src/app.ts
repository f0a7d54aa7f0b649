import { ProjectDeleted } from '@assay/mesh/events';
import { NOTIFIED, WakeUp } from '@assay/kit/concurrency/wake-ups/wake-up';
import { on } from '@assay/kit/events/consumer';
import type { Logger } from '@assay/kit/log';
import { startWakeOnNames } from '@assay/kit/postgres/wake-on-notify';
import { openCursors } from '@assay/kit/requests/cursor';
import type { RunningServer } from '@assay/kit/rpc/serve';
import { startService } from '@assay/kit/service';
import { operatedParts } from '@assay/work/operator/operated-work';
import { startWork } from '@assay/work/service/start-work';
import { startMining } from './background/mining.ts';
import { startRetention } from './background/retention.ts';
import { startRunWatchdog } from './background/silent-runs.ts';
import { startSwarmsPurge } from './background/purging.ts';
import { startGenerationRetention } from './background/stale-generations.ts';
import type { Config } from './config.ts';
import { EVENT_SESSIONS } from './domain/journey-runs/run-events.ts';
import { purgeProject } from './events/project-deleted.ts';
import { RunFeeds } from './flows/journey-runs/run-feeds.ts';
import { swarmsWork } from './flows/journey-runs/swarms-work.ts';
import { findRunById, JOURNEY_RUNS } from './store/journey-runs/journey-runs.ts';
import { listChangedSessions } from './store/journey-runs/sessions.ts';
import { swarmsService } from './service.ts';

/** Starts the swarms service on a migrated database. */
export function startSwarms(config: Config, log: Logger): Promise<RunningServer> {
  return startService('swarms', config, log, (pool, dial) => {
    const feeds = new RunFeeds({
      readRun: (runId) => findRunById(pool, runId),
      listChanged: (runId, after, upTo) => listChangedSessions(pool, runId, after, upTo, EVENT_SESSIONS),
    });
    const deps = {
      pool,
      cursors: openCursors(config.meshSecret),
      catalog: dial(config.catalogAddress),
      environments: dial(config.environmentsAddress),
      wakeUp: new WakeUp(NOTIFIED),
      feeds,
      personaModel: config.personaModel,
      judgeModel: config.judgeModel,
      insightsModel: config.insightsModel,
    };
    const provider = swarmsWork(deps);
    return {
      implementations: swarmsService(deps, provider),
      operated: operatedParts(provider, config.localRunner !== undefined),
      consumes: [on(ProjectDeleted, purgeProject)],
      background: [
        ...startWork(pool, provider, config.localRunner, log),
        feeds,
        startWakeOnNames('following journey runs', JOURNEY_RUNS, pool, feeds, log),
        startRunWatchdog(pool, log),
        startMining(pool, log),
        startRetention(deps, log),
        startGenerationRetention(pool, log),
        startSwarmsPurge(pool, log),
      ],
    };
  });
}
