import {
  JobsService,
  type BeatJobsRequest,
  type CompleteJobRequest,
  type Job,
  type LeaseJobsRequest,
} from '@assay/contract/gen/assay/v1/jobs';
import type { Problem } from '@assay/contract/problem';
import { WakeUp } from '@assay/kit/concurrency/wake-up';
import { newId } from '@assay/kit/id';
import { implement } from '@assay/kit/rpc/serve';
import { until } from '@assay/testkit/until';

/** The first job of a kind loads what it needs, and starts processes. */
const ANSWER_MS = 25_000;

/** A service that has jobs, played by its contract: it waits and hands out as the kit does, with its jobs in memory. */
export class JobBoard {
  readonly leases: LeaseJobsRequest[] = [];
  readonly beats: BeatJobsRequest['beats'] = [];
  /** Every answer that was taken. */
  readonly answers: CompleteJobRequest[] = [];
  /** The ids of the jobs that were given back, and with what. */
  readonly givenBack: string[] = [];
  readonly returned: CompleteJobRequest[] = [];
  /** Jobs that are to be stopped. */
  readonly stopped = new Set<string>();
  /** How many ask for work at the moment. */
  asking = 0;
  /** Says what is wrong with a heartbeat or an answer, when anything is. */
  fault: (request: { beats?: BeatJobsRequest['beats']; answer?: CompleteJobRequest }) => Problem | undefined = () =>
    undefined;
  #queue: Job[] = [];
  readonly #handedOut = new Map<string, Job>();
  #bell = new WakeUp();

  get waiting(): number {
    return this.#queue.length;
  }

  offer(...jobs: Job[]): void {
    this.#queue.push(...jobs);
    this.#bell.wake();
  }

  answer({ jobId, fence }: Job): Promise<CompleteJobRequest> {
    return until(() => this.answers.find((each) => each.jobId === jobId && each.fence === fence), ANSWER_MS);
  }

  /** The phases that heartbeats told of a job, each once. */
  phases(job: Job): string[] {
    return [...new Set(this.beats.filter(({ jobId }) => jobId === job.jobId).map(({ phase }) => phase))];
  }

  /** Sends those who wait home. */
  close(): void {
    this.#bell.stop();
  }

  implementation() {
    const bell = new WakeUp();
    this.#bell = bell;
    const refuse = (request: Parameters<JobBoard['fault']>[0]) => {
      const problem = this.fault(request);
      if (problem) throw problem;
    };
    return implement(JobsService, {
      leaseJobs: async (request) => {
        this.leases.push(request);
        this.asking++;
        const jobs = await bell.waitFor(request.waitMs, async () => this.#handOut(request));
        this.asking--;
        return { jobs: jobs ?? [] };
      },
      beatJobs: async ({ beats }) => {
        this.beats.push(...beats);
        refuse({ beats });
        return {
          stopJobIds: beats.flatMap(({ jobId, fence }) =>
            this.stopped.has(jobId) || !this.#isHeld(jobId, fence) ? [jobId] : [],
          ),
        };
      },
      completeJob: async (answer) => {
        refuse({ answer });
        return { refused: !this.#end(answer) };
      },
    });
  }

  #handOut({ freeSlots, kinds }: LeaseJobsRequest): Job[] | undefined {
    const jobs = this.#queue.filter(({ kind }) => kinds.includes(kind)).slice(0, freeSlots);
    this.#queue = this.#queue.filter((job) => !jobs.includes(job));
    for (const job of jobs) this.#handedOut.set(job.jobId, job);
    return jobs.length > 0 ? jobs : undefined;
  }

  #isHeld(jobId: string, fence: number): boolean {
    return this.#handedOut.get(jobId)?.fence === fence;
  }

  #end(answer: CompleteJobRequest): boolean {
    const { jobId, fence, givenBack } = answer;
    if (!this.#isHeld(jobId, fence)) return false;
    const job = this.#handedOut.get(jobId)!;
    this.#handedOut.delete(jobId);
    if (!givenBack) {
      this.answers.push(answer);
      return true;
    }
    this.givenBack.push(jobId);
    this.returned.push(answer);
    this.offer({ ...job, fence: fence + 1 });
    return true;
  }
}

export const job = (kind: string, input: object, more: Partial<Job> = {}): Job => ({
  jobId: newId('job'),
  kind,
  projectId: 'prj',
  fence: 1,
  leaseMs: 15_000,
  timeoutMs: 60_000,
  input: Buffer.from(JSON.stringify(input)),
  traceparent: '',
  ...more,
});
