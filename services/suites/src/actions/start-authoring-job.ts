import type { AuthoringTask } from '@assay/contract/documents/authoring-work';
import type { Tx } from '@assay/kit/db';
import { enqueue } from '@assay/kit/jobs/queue';
import { insertAuthoringJob, listLatestTitles, type NewAuthoringJob } from '../store/authoring-jobs.ts';

/** The longest a runner may take for the drafts of one job, in milliseconds. */
const TIMEOUT_MS = 5 * 60_000;
/** As many titles as a model is told to avoid. */
const TITLES = 500;

/** Writes a job and puts its work in the queue; false when the suite has a job under the same idempotency key. */
export async function startAuthoringJob(tx: Tx, job: NewAuthoringJob, task: Omit<AuthoringTask, 'existingTitles' | 'version'>): Promise<boolean> {
  if (!await insertAuthoringJob(tx, job)) return false;
  const input: AuthoringTask = { version: 1, ...task, existingTitles: await listLatestTitles(tx, job.suiteId, TITLES) };
  await enqueue(tx, { id: job.id, kind: 'authoring', projectId: job.projectId, input: Buffer.from(JSON.stringify(input)), timeoutMs: TIMEOUT_MS });
  return true;
}
