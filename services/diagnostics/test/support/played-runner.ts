import { JobsService, type Job } from '@assay/contract/gen/assay/v1/jobs';
import type { Channel } from '@assay/kit/rpc/client';
import { until } from '@assay/testkit/until';

/** A runner, played by hand. */
export function playedRunner(channel: Channel, kind: string, labels: string[] = []) {
  const lease = async (): Promise<Job[]> =>
    (await channel.call(JobsService.leaseJobs, { runnerId: 'played', freeSlots: 1, waitMs: 0, kinds: [kind], labels }))
      .jobs;
  const end = async (
    { jobId, fence }: Job,
    output: Buffer,
    errorCode = '',
    errorMessage = '',
    givenBack = false,
  ): Promise<boolean> =>
    (await channel.call(JobsService.completeJob, { jobId, fence, output, errorCode, errorMessage, givenBack })).refused;
  return {
    lease,
    /** The next job, whenever it comes. */
    take: async (): Promise<Job> =>
      (
        await until(async () => {
          const jobs = await lease();
          return jobs.length > 0 && jobs;
        })
      )[0]!,
    beat: async ({ jobId, fence }: Job): Promise<string[]> =>
      (await channel.call(JobsService.beatJobs, { beats: [{ jobId, fence, phase: '' }] })).stopJobIds,
    /** True when the answer came too late. */
    complete: (job: Job, output: object | string): Promise<boolean> =>
      end(job, Buffer.from(typeof output === 'string' ? output : JSON.stringify(output))),
    fail: (job: Job, code: string, message: string): Promise<boolean> => end(job, Buffer.alloc(0), code, message),
    giveBack: (job: Job): Promise<boolean> => end(job, Buffer.alloc(0), '', '', true),
  };
}
