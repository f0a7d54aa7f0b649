import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { dropWork } from '@assay/work/queue/work-queue';
import type { AuthoringJob } from '../../domain/authoring/authoring-job.ts';
import {
  claimAuthoringJob,
  endAuthoringJob,
  findAuthoringJob,
  type JobAddress,
} from '../../store/authoring/authoring-jobs.ts';

/**
 * Cancels a job if it is pending, and deletes its work item; returns the job as it is then, or undefined when there is
 * none.
 */
export function cancelJob(pool: Pool, address: JobAddress): Promise<AuthoringJob | undefined> {
  return transaction(pool, async (tx) => {
    const job = await claimAuthoringJob(tx, address);
    if (job?.status !== 'pending') {
      await audit(tx);
      return job;
    }
    await endAuthoringJob(tx, job.id, { ...job, status: 'cancelled' });
    await dropWork(tx, job.id);
    await audit(tx, {
      target: { suiteId: job.suiteId, jobId: job.id },
      before: { status: job.status },
      after: { status: 'cancelled' },
    });
    return findAuthoringJob(tx, address);
  });
}
