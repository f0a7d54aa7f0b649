import type { AuthoringTask } from '@assay/contract/areas/authoring/work';
import { Problem } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { inFlight } from '@assay/kit/requests/in-flight';
import { enqueueWork } from '@assay/work/queue/work-queue';
import {
  countPendingJobs,
  insertAuthoringJob,
  lockStarts,
  type NewAuthoringJob,
} from '../../store/authoring/authoring-jobs.ts';

/** The time limit of a runner for the drafts of one job, in milliseconds. */
const TIMEOUT_MS = 5 * 60_000;
/** At most this many pending jobs per project. */
const LIMIT = 10;
/** Retry-After of the refusal, in seconds. */
const RETRY_AFTER = 10;

/**
 * Inserts a job and its work item for runners with `labels`; false when the suite has a job with the same idempotency
 * key, or is deleted.
 * Throws RATE_LIMITED when the project has too many pending jobs.
 */
export const startAuthoringJob = (
  pool: Pool,
  job: NewAuthoringJob,
  task: Omit<AuthoringTask, 'version'>,
  labels: string[],
): Promise<boolean> => transaction(pool, (tx) => start(tx, job, task, labels));

async function start(
  tx: Tx,
  job: NewAuthoringJob,
  task: Omit<AuthoringTask, 'version'>,
  labels: string[],
): Promise<boolean> {
  await lockStarts(tx, job.projectId);
  if (!(await insertAuthoringJob(tx, job))) return false;
  if ((await countPendingJobs(tx, job.projectId)) > LIMIT) {
    throw new Problem(
      'RATE_LIMITED',
      `The project drafts cases in ${LIMIT} jobs already; wait until one ends, or cancel one.`,
      { limit: LIMIT },
      RETRY_AFTER,
    );
  }
  const { organizationId, keyId } = inFlight()?.caller ?? {};
  const input: AuthoringTask = {
    version: 1,
    ...task,
    suiteId: job.suiteId,
    ...(organizationId && { organizationId }),
    ...(keyId && { keyId }),
  };
  await enqueueWork(tx, {
    id: job.id,
    kind: 'authoring',
    projectId: job.projectId,
    task: Buffer.from(JSON.stringify(input)),
    timeoutMs: TIMEOUT_MS,
    labels,
  });
  await audit(tx, { target: { suiteId: job.suiteId, jobId: job.id }, after: { source: job.source } });
  return true;
}
