import type { Bell } from '@assay/kit/bell';
import type { Pool } from '@assay/kit/db';
import type { JobOwner } from '@assay/kit/jobs/owner';
import { jobsService } from '@assay/kit/jobs/service';
import { startJobsWatchdog } from '@assay/kit/jobs/watchdog';
import type { Logger } from '@assay/kit/log';
import type { Implementation } from '@assay/kit/serve';
import type { Furniture } from '@assay/kit/service';
import { EXPLAIN } from './actions/start-insights.ts';
import { settleExplanation } from './actions/settle-explanation.ts';
import { judging } from './judging-work.ts';

/** What this service does with the news of its jobs, by their kind. */
const kinds: Record<string, JobOwner> = { judge: judging, [EXPLAIN]: { settle: settleExplanation, progress: async () => undefined } };

const owner: JobOwner = {
  settle: (tx, job, ending) => kinds[job.kind]!.settle(tx, job, ending),
  inputs: async (db, jobs) => {
    const made = await Promise.all([...Map.groupBy(jobs, ({ kind }) => kind)].map(async ([kind, of]) => {
      const { inputs } = kinds[kind]!;
      return inputs ? [...await inputs(db, of)] : of.map(({ id, input }) => [id, input] as const);
    }));
    return new Map(made.flat());
  },
  progress: async () => undefined,
};

/** Hands the jobs of runs to runners. */
export const runJobs = (pool: Pool, bell: Bell): Implementation => jobsService(pool, bell, owner);

/** Fails the jobs that no runner will end. */
export const startRunJobsWatchdog = (pool: Pool, bell: Bell, log: Logger): NonNullable<Furniture['background']>[number] =>
  startJobsWatchdog(pool, bell, owner, log);
