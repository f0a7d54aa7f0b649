import { JobsService, type Job } from '@assay/contract/gen/assay/v1/jobs';
import type { WakeUp } from '../concurrency/wake-up.ts';
import type { Pool } from '../postgres/db.ts';
import { onlyForService } from '../rpc/only-for-service.ts';
import { implement, type Implementation } from '../rpc/serve.ts';
import { inFlight } from '../requests/in-flight.ts';
import { endJob, returnJob, type JobOwner } from './owner.ts';
import { claimJobs, drop, extendLeases, findHeld, type LeasedJob } from './queue.ts';

/** How often a job is handed out before its runners' silence counts as its own fault. */
export const MAX_ATTEMPTS = 3;
/** How long a lease holds without a heartbeat, in milliseconds. Runners beat every second. */
const LEASE_MS = 15_000;
/** The longest a runner is kept waiting for work, in milliseconds. */
const MAX_WAIT_MS = 20_000;
const MAX_SLOTS = 64;
const NOTHING = Buffer.alloc(0);

/** Hands the jobs of a service to runners. `bell` wakes those who wait for a job, or for a job's end. */
export const jobsService = (pool: Pool, bell: WakeUp, owner: JobOwner): Implementation =>
  implement(JobsService, {
    leaseJobs: onlyForService('runner', async ({ runnerId, freeSlots, waitMs, kinds, labels }, whose) => {
      const seeker = {
        runnerId,
        count: Math.min(freeSlots, MAX_SLOTS),
        kinds,
        labels,
        whose,
      };
      const claimed = await bell.waitFor(Math.min(waitMs, MAX_WAIT_MS), async () => {
        const jobs = await claimJobs(pool, seeker, LEASE_MS, MAX_ATTEMPTS);
        const filled = owner.inputs ? await withInputs(pool, jobs, owner.inputs) : jobs;
        return filled.length > 0 ? filled : undefined;
      });
      if (inFlight()?.signal.aborted !== true) return { jobs: (claimed ?? []).map(toJob) };
      // Nobody is left to take them.
      for (const job of claimed ?? []) await returnJob(pool, owner, job, { begun: false, why: NOTHING });
      return { jobs: [] };
    }),

    beatJobs: onlyForService('runner', async ({ beats }, whose) => {
      const held = new Set(
        await extendLeases(
          pool,
          beats.map(({ jobId: id, fence }) => ({ id, fence })),
          whose,
          LEASE_MS,
        ),
      );
      const phases = beats.filter(({ jobId, phase }) => phase !== '' && held.has(jobId));
      if (phases.length > 0) await owner.progress(pool, phases);
      return { stopJobIds: beats.map(({ jobId }) => jobId).filter((id) => !held.has(id)) };
    }),

    completeJob: onlyForService(
      'runner',
      async ({ jobId: id, fence, output, errorCode: code, errorMessage: message, givenBack, begun = false }, whose) => {
        const job = await findHeld(pool, { id, fence }, whose);
        const taken =
          job !== undefined &&
          (await (givenBack
            ? returnJob(pool, owner, job, { begun, why: output })
            : endJob(pool, owner, job, code === '' ? { output } : { error: { code, message } })));
        if (taken) bell.wake();
        return { refused: !taken };
      },
    ),
  });

async function withInputs(
  pool: Pool,
  jobs: LeasedJob[],
  inputs: NonNullable<JobOwner['inputs']>,
): Promise<LeasedJob[]> {
  if (jobs.length === 0) return jobs;
  const made = await inputs(pool, jobs);
  const pointless = jobs.filter(({ id }) => !made.has(id)).map(({ id }) => id);
  if (pointless.length > 0) await drop(pool, ...pointless);
  return jobs.flatMap((job) => (made.has(job.id) ? [{ ...job, input: made.get(job.id)! }] : []));
}

const toJob = ({ id: jobId, traceparent, ...job }: LeasedJob): Job => ({
  ...job,
  jobId,
  traceparent: traceparent ?? '',
  leaseMs: LEASE_MS,
});
