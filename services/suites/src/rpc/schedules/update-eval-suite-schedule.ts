import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { operations } from '@assay/contract/operations';
import { conflict, notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { changeSchedule } from '../../actions/schedules/change-schedule.ts';
import type { Deps } from '../../deps.ts';
import { pinAfter } from '../../domain/schedules/environment-pin.ts';
import { scheduleFault } from '../../domain/schedules/schedule.ts';
import type { StoredSuite } from '../../domain/suites/suite-record.ts';
import { refuseFault } from '@assay/contract/fault';
import { findExtent } from '../../store/cases/cases.ts';
import { findSchedule } from '../../store/schedules/schedules.ts';
import { findSuite } from '../../store/suites/suites.ts';
import { detailOf } from '../../actions/suites/suite-detail.ts';

export const updateEvalSuiteSchedule = (deps: Deps) =>
  handle(
    operations.updateEvalSuiteSchedule,
    async ({ organizationId = '', userId }, { projectId, suiteId }, change) => {
      const suite = await findSuite(deps.pool, projectId, suiteId);
      if (!suite) throw notFound('suite');
      const schedule = await findSchedule(deps.pool, suiteId);
      pinAfter(schedule, change, suite.body);
      refuseFault(scheduleFault(schedule?.timing, change));
      if (change.enabled) await assertRunnable(deps, suite);
      const changed = await changeSchedule(deps.pool, suite, change, { organizationId, userId }, new Date());
      if (!changed) throw notFound('suite');
      return detailOf(deps.pool, changed);
    },
  );

/** A schedule that could never start a run cannot be switched on. */
async function assertRunnable(
  { pool, catalog }: Deps,
  { id: suiteId, projectId, body: { serverIds, environmentIds = [] } }: StoredSuite,
): Promise<void> {
  const [{ load }, { servers }] = await Promise.all([
    findExtent(pool, suiteId),
    catalog.call(DirectoryService.resolveServers, { projectId, serverIds }),
  ]);
  const missing = [
    ...(load.cases === 0 ? ['a case'] : []),
    // An environment brings its own servers.
    ...(servers.length === 0 && environmentIds.length === 0 ? ['a server that is still saved'] : []),
  ];
  if (missing.length > 0) throw conflict(`The suite cannot run: it lacks ${missing.join(' and ')}.`, { missing });
}
