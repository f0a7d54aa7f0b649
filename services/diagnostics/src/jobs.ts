import { byKind } from '@assay/kit/jobs/by-kind';
import { jobsService } from '@assay/kit/jobs/service';
import { startJobsWatchdog } from '@assay/kit/jobs/watchdog';
import type { Implementation } from '@assay/kit/serve';
import type { Furniture } from '@assay/kit/service';
import { settleConformance } from './actions/settle-conformance.ts';
import { settleReadiness } from './actions/settle-readiness.ts';
import type { Deps } from './deps.ts';
import { inspectionJobs } from './inspection-jobs.ts';

/** What becomes of a job when it ends, by its kind. */
const owner = byKind({ inspect: inspectionJobs, readiness: { settle: settleReadiness }, conformance: { settle: settleConformance } });

/** Hands this service's jobs to runners. */
export const diagnosticsWork = ({ pool, jobs }: Deps): Implementation => jobsService(pool, jobs, owner);

/** Fails the jobs that no runner will end. */
export const startDiagnosticsWatchdog = ({ pool, jobs, log }: Deps): NonNullable<Furniture['background']>[number] => startJobsWatchdog(pool, jobs, owner, log);
