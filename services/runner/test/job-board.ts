import { JobsService, type BeatJobsRequest, type CompleteJobRequest, type Job, type LeaseJobsRequest } from '@assay/contract/gen/assay/v1/jobs';
import type { Problem } from '@assay/contract/problem';
import { inFlight } from '@assay/kit/in-flight';
import { newId } from '@assay/kit/id';
import { implement } from '@assay/kit/serve';
import { until } from '@assay/testkit/until';

/** A service that has jobs, played by its contract. */
export class JobBoard {
  readonly leases: LeaseJobsRequest[] = [];
  readonly beats: BeatJobsRequest['beats'] = [];
  /** Every answer that was taken. */
  readonly answers: CompleteJobRequest[] = [];
  /** Jobs that are to be stopped. */
  readonly stopped = new Set<string>();
  /** Says what is wrong with a heartbeat or an answer, when anything is. */
  fault: (request: { beats?: BeatJobsRequest['beats']; answer?: CompleteJobRequest }) => Problem | undefined = () => undefined;
  #queue: Job[] = [];

  get waiting(): number { return this.#queue.length; }

  offer(...jobs: Job[]): void {
    this.#queue.push(...jobs);
  }

  answer({ jobId, fence }: Job): Promise<CompleteJobRequest> {
    return until(() => this.answers.find((each) => each.jobId === jobId && each.fence === fence));
  }

  /** The phases that heartbeats told of a job, each once. */
  phases(job: Job): string[] {
    return [...new Set(this.beats.filter(({ jobId }) => jobId === job.jobId).map(({ phase }) => phase))];
  }

  implementation(isGone: () => boolean) {
    const refuse = (request: Parameters<JobBoard['fault']>[0]) => {
      const problem = this.fault(request);
      if (problem) throw problem;
    };
    return implement(JobsService, {
      leaseJobs: async (request) => {
        this.leases.push(request);
        const gone = () => isGone() || inFlight()!.signal.aborted;
        await until(() => this.#queue.length > 0 || gone(), request.waitMs).catch(() => undefined);
        return { jobs: gone() ? [] : this.#queue.splice(0, request.freeSlots) };
      },
      beatJobs: async ({ beats }) => {
        this.beats.push(...beats);
        refuse({ beats });
        return { stopJobIds: beats.map(({ jobId }) => jobId).filter((id) => this.stopped.has(id)) };
      },
      completeJob: async (answer) => {
        refuse({ answer });
        this.answers.push(answer);
        return { refused: false };
      },
    });
  }
}

export const job = (kind: string, input: object, more: Partial<Job> = {}): Job => ({
  jobId: newId('job'), kind, projectId: 'prj', fence: 1, leaseMs: 15_000, timeoutMs: 60_000, input: Buffer.from(JSON.stringify(input)), traceparent: '', ...more,
});
