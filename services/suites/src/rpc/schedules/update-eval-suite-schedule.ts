import { DirectoryService } from '@assay/contract/gen/assay/v1/catalog';
import { operations } from '@assay/contract/operations';
import { conflict, notFound, reasons } from '@assay/contract/problem';
import type { UpdateEvalSuiteSchedule } from '@assay/contract/areas/schedules/documents';
import { handle } from '@assay/kit/rpc/handle';
import { changeSchedule } from '../../actions/schedules/change-schedule.ts';
import type { Deps } from '../../deps.ts';
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
      refuseEnvironment(change);
      refuseFault(scheduleFault((await findSchedule(deps.pool, suiteId))?.timing, change));
      if (change.enabled) await assertRunnable(deps, suite);
      const changed = await changeSchedule(deps.pool, suite, change, { organizationId, userId }, new Date());
      if (!changed) throw notFound('suite');
      return detailOf(deps.pool, changed);
    },
  );

/** No environment can be attached to a suite yet, so a schedule cannot have one. */
function refuseEnvironment({ enabled, environmentId }: UpdateEvalSuiteSchedule): void {
  if (environmentId === undefined) return;
  if (!enabled) refuseFault({ path: '/environmentId', message: 'cannot be given when the schedule is switched off' });
  refuseFault(
    { path: '/environmentId', message: 'is not attached to the suite' },
    { reason: reasons.ENVIRONMENT_NOT_ATTACHED, environmentId, environmentIds: [] },
  );
}

/** A schedule that could never start a run cannot be switched on. */
async function assertRunnable(
  { pool, catalog }: Deps,
  { id: suiteId, projectId, body: { serverIds } }: StoredSuite,
): Promise<void> {
  const [{ load }, { servers }] = await Promise.all([
    findExtent(pool, suiteId),
    catalog.call(DirectoryService.resolveServers, { projectId, serverIds }),
  ]);
  const missing = [
    ...(load.cases === 0 ? ['a case'] : []),
    ...(servers.length === 0 ? ['a server that is still saved'] : []),
  ];
  if (missing.length > 0)
    throw conflict(`The suite has nothing that could run: it lacks ${missing.join(' and ')}.`, { missing });
}
