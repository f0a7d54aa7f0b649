import { JobsService } from '@assay/contract/gen/assay/v1/jobs';
import type { Channel } from '@assay/kit/rpc/client';
import { ANSWER_MS } from '../work/heartbeat.ts';
import type { HeldJob } from './held-job.ts';

/** Extends the leases of jobs, tells how far each is, and answers which are to be stopped. */
export const beatJobs =
  (service: Channel) =>
  async (held: HeldJob[]): Promise<HeldJob[]> => {
    const beats = held.map(({ job: { jobId, fence }, phase }) => ({ jobId, fence, phase }));
    const { stopJobIds } = await service.call(JobsService.beatJobs, { beats }, { timeoutMs: ANSWER_MS });
    // Of what was beaten for: in the meantime a job may have come back to us under a new lease.
    const lost = new Set(stopJobIds);
    return held.filter(({ job }) => lost.has(job.jobId));
  };
