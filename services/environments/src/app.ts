import { ProjectDeleted, SuiteDeleted } from '@assay/contract/events';
import { on } from '@assay/kit/events/consumer';
import { openCursors } from '@assay/kit/requests/cursor';
import type { Logger } from '@assay/kit/log';
import type { RunningServer } from '@assay/kit/rpc/serve';
import { startService } from '@assay/kit/service';
import type { Config } from './config.ts';
import { startEnvironmentsPurge } from './background/purging.ts';
import { purgeProject } from './events/project-deleted.ts';
import { releaseSuite } from './events/suite-deleted.ts';
import { environmentsService } from './service.ts';

/** Starts the environments service on a migrated database. */
export function startEnvironments(config: Config, log: Logger): Promise<RunningServer> {
  return startService('environments', config, log, (pool, dial) => {
    const deps = { pool, cursors: openCursors(config.meshSecret), catalog: dial(config.catalogAddress) };
    return {
      implementations: environmentsService(deps),
      consumes: [on(SuiteDeleted, releaseSuite), on(ProjectDeleted, purgeProject)],
      background: [startEnvironmentsPurge(pool, log)],
    };
  });
}
