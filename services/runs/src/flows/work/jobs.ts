import type { WakeUp } from '@assay/kit/concurrency/wake-up';
import type { Pool } from '@assay/kit/postgres/db';
import { byKind } from '@assay/kit/jobs/by-kind';
import { jobsService } from '@assay/kit/jobs/service';
import { startJobsWatchdog } from '@assay/kit/jobs/watchdog';
import type { Logger } from '@assay/kit/log';
import type { Implementation } from '@assay/kit/rpc/serve';
import type { ServiceParts } from '@assay/kit/service';
import { EXPLAIN } from '../../actions/analysis/start-insights.ts';
import { settleExplanation } from '../../actions/analysis/settle-explanation.ts';
import { judging } from '../judges/judging-work.ts';

/** What this service does with the news of its jobs, by their kind. */
const owner = byKind({ judge: judging, [EXPLAIN]: { settle: settleExplanation } });

/** Hands the jobs of runs to runners. */
export const runJobs = (pool: Pool, bell: WakeUp): Implementation => jobsService(pool, bell, owner);

/** Fails the jobs that no runner will end. */
export const startRunJobsWatchdog = (
  pool: Pool,
  bell: WakeUp,
  log: Logger,
): NonNullable<ServiceParts['background']>[number] => startJobsWatchdog(pool, bell, owner, log);
