import type { WakeUp } from '../concurrency/wake-up.ts';
import { repeat, type BackgroundTask } from '../concurrency/background-task.ts';
import type { Pool } from '../postgres/db.ts';
import type { Logger } from '../log.ts';
import { endJob, type JobOwner } from './owner.ts';
import { takeOverAbandoned } from './queue.ts';
import { MAX_ATTEMPTS } from './service.ts';

const WATCH_MS = 2_000;
/** How long one look may take to settle what it took over, in milliseconds; after that another look may. */
const SETTLE_MS = 60_000;
/** How long a job may wait for a runner, in milliseconds. */
const QUEUE_MS = 24 * 60 * 60_000;

const NEVER_TAKEN = { code: 'QUEUE_TIMEOUT', message: 'No runner took the job.' };
const SILENCED = {
  code: 'RUNNER_LOST',
  message: `${MAX_ATTEMPTS} runners in a row went silent while they worked on this job.`,
};

/** Fails the jobs whose every runner went silent and those that no runner takes, so that a job always ends. */
export const startJobsWatchdog = (pool: Pool, bell: WakeUp, owner: JobOwner, log: Logger): BackgroundTask =>
  repeat('the watchdog of jobs', WATCH_MS, log, () => watchJobs(pool, bell, owner, log));

/** One look; safe to repeat and to run in several replicas at once. */
export async function watchJobs(pool: Pool, bell: WakeUp, owner: JobOwner, log: Logger): Promise<void> {
  const lost = await takeOverAbandoned(pool, MAX_ATTEMPTS, QUEUE_MS, SETTLE_MS);
  for (const job of lost) {
    const error = job.attempts < MAX_ATTEMPTS ? NEVER_TAKEN : SILENCED;
    // One that cannot be settled keeps no other from its end.
    await endJob(pool, owner, job, { error }).catch((failure: unknown) =>
      log.warn({ err: failure, jobId: job.id }, 'a lost job could not be settled'),
    );
  }
  if (lost.length > 0) bell.wake();
}
