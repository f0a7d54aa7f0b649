import { ProjectDeleted, RunFinished, RunRegraded, ScheduleTickSettled } from '@assay/mesh/events';
import { NOTIFIED, WakeUp } from '@assay/kit/concurrency/wake-ups/wake-up';
import { on } from '@assay/kit/events/consumer';
import { openCursors } from '@assay/kit/requests/cursor';
import type { Logger } from '@assay/kit/log';
import type { RunningServer } from '@assay/kit/rpc/serve';
import { startService } from '@assay/kit/service';
import { operatedParts } from '@assay/work/operator/operated-work';
import { startWork } from '@assay/work/service/start-work';
import type { Config } from './config.ts';
import { purgeProject } from './events/project-deleted.ts';
import { recordRun } from './events/run-finished.ts';
import { correctRun } from './events/run-regraded.ts';
import { recordTickOutcome } from './events/schedule-tick-settled.ts';
import { authoringWork } from './flows/authoring/authoring-work.ts';
import { startSuitesPurge } from './background/purging.ts';
import { suitesService } from './service.ts';
import { startTargetSettlement } from './background/target-settlement.ts';
import { startTicker } from './background/schedule-ticker.ts';

/** Starts the suites service on a migrated database. */
export function startSuites(config: Config, log: Logger): Promise<RunningServer> {
  return startService('suites', config, log, (pool, dial) => {
    const wakeUp = new WakeUp(NOTIFIED);
    const [catalog, environments] = [dial(config.catalogAddress), dial(config.environmentsAddress)];
    const deps = {
      pool,
      cursors: openCursors(config.meshSecret),
      catalog,
      environments,
      wakeUp,
      publicUrl: config.publicUrl,
    };
    const provider = authoringWork(deps);
    return {
      implementations: suitesService(deps, provider),
      operated: operatedParts(provider, config.localRunner !== undefined),
      consumes: [
        on(RunFinished, recordRun),
        on(RunRegraded, correctRun),
        on(ScheduleTickSettled, recordTickOutcome),
        on(ProjectDeleted, purgeProject),
      ],
      background: [
        ...startWork(pool, provider, config.localRunner, log),
        startTicker(pool, log),
        startTargetSettlement(deps, log),
        startSuitesPurge(pool, log),
      ],
    };
  });
}
