import type { WakeUp } from '@assay/kit/concurrency/wake-up';
import type { Pool } from '@assay/kit/postgres/db';
import type { JobOwner } from '@assay/kit/jobs/owner';
import { jobsService } from '@assay/kit/jobs/service';
import { startJobsWatchdog } from '@assay/kit/jobs/watchdog';
import type { Logger } from '@assay/kit/log';
import type { Implementation } from '@assay/kit/rpc/serve';
import type { ServiceParts } from '@assay/kit/service';
import { settleAuthoringJob } from '../actions/authoring/settle-authoring-job.ts';
import { advanceJobs } from '../store/authoring/authoring-jobs.ts';

const PHASES = new Set(['prepare', 'plan', 'draft', 'validate', 'publish']);

/** What this service does with the news of its jobs, all of which are authoring jobs. */
const owner: JobOwner = {
  settle: settleAuthoringJob,
  progress: (db, phases) =>
    advanceJobs(
      db,
      phases.filter(({ phase }) => PHASES.has(phase)),
    ),
};

/** Hands authoring jobs to runners. */
export const authoringWork = (pool: Pool, bell: WakeUp): Implementation => jobsService(pool, bell, owner);

/** Fails the authoring jobs that no runner will end. */
export const startAuthoringWatchdog = (
  pool: Pool,
  bell: WakeUp,
  log: Logger,
): NonNullable<ServiceParts['background']>[number] => startJobsWatchdog(pool, bell, owner, log);
