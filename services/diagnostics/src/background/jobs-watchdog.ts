import { byKind } from '@assay/kit/jobs/by-kind';
import { startJobsWatchdog } from '@assay/kit/jobs/watchdog';
import type { ServiceParts } from '@assay/kit/service';
import { settleConformance } from '../actions/conformance/settle-conformance.ts';
import { settleReadiness } from '../actions/readiness/settle-readiness.ts';
import type { Deps } from '../deps.ts';
import { inspectionJobs } from '../actions/inspections/inspection-jobs.ts';

/** Settles a job when it ends, by its kind. */
export const jobOwner = (deps: Pick<Deps, 'pool' | 'log'>) =>
  byKind({
    inspect: inspectionJobs,
    readiness: { settle: settleReadiness(deps) },
    conformance: { settle: settleConformance },
  });

/** Fails the jobs that no runner will end. */
export const startDiagnosticsWatchdog = (deps: Deps): NonNullable<ServiceParts['background']>[number] =>
  startJobsWatchdog(deps.pool, deps.jobs, jobOwner(deps), deps.log);
