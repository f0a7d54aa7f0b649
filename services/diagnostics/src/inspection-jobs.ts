import type { JobOwner } from '@assay/kit/jobs/owner';
import { sql } from '@assay/kit/db';

/** Keeps what a runner found out for the request that waits for it. */
export const inspectionJobs: Pick<JobOwner, 'settle'> = {
  settle: async (tx, job, ending) => {
    if ('output' in ending) await tx.query(sql`update inspections set outcome = ${ending.output} where id = ${job.id}`);
  },
};
