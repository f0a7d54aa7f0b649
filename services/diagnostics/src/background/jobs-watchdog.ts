import { HeldService } from '@assay/contract/gen/assay/v1/held';
import { byKind } from '@assay/kit/jobs/by-kind';
import { jobsService } from '@assay/kit/jobs/service';
import { startJobsWatchdog } from '@assay/kit/jobs/watchdog';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { ServiceParts } from '@assay/kit/service';
import { settleConformance } from '../actions/conformance/settle-conformance.ts';
import { settleReadiness } from '../actions/readiness/settle-readiness.ts';
import type { Deps } from '../deps.ts';
import { inspectionJobs } from '../actions/inspections/inspection-jobs.ts';
import { listHeldServers } from '../rpc/inspections/list-held-servers.ts';

/** What becomes of a job when it ends, by its kind. */
const owner = (deps: Pick<Deps, 'pool' | 'log'>) =>
  byKind({
    inspect: inspectionJobs,
    readiness: { settle: settleReadiness(deps) },
    conformance: { settle: settleConformance },
  });

/** Hands this service's jobs to runners, and says what those are about that they hold. */
export const diagnosticsWork = (deps: Deps): Implementation[] => [
  jobsService(deps.pool, deps.jobs, owner(deps)),
  implement(HeldService, { listHeldServers: listHeldServers(deps) }),
];

/** Fails the jobs that no runner will end. */
export const startDiagnosticsWatchdog = (deps: Deps): NonNullable<ServiceParts['background']>[number] =>
  startJobsWatchdog(deps.pool, deps.jobs, owner(deps), deps.log);
