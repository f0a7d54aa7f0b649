import { setTimeout as delay } from 'node:timers/promises';
import { JobsService, type CompleteJobRequest, type Job } from '@assay/contract/gen/assay/v1/jobs';
import type { Channel } from '@assay/kit/rpc/client';
import type { Logger } from '@assay/kit/log';
import { Heart } from '../work/heartbeat.ts';
import { untilAnswered } from '../platform/until-answered.ts';
import { beatJobs } from './beat-jobs.ts';
import { HeldJob } from './held-job.ts';
import { GIVEN_BACK, runJob, type JobKind } from './run-job.ts';

const WAIT_MS = 15_000;
const RETRY_MS = 1_000;
/** How often an answer may be turned down by a service that can be reached. */
const MAX_ATTEMPTS = 3;
const END_MS = 2_000;

export interface JobWorkerOptions {
  /** A service that has jobs. */
  service: Channel;
  runnerId: string;
  /** Jobs at a time. */
  slots: number;
  kinds: Record<string, JobKind>;
  labels: string[];
  log: Logger;
  /** How long what was broken off may take to end and to be given back, in milliseconds. */
  endMs?: number;
}

/** Leases the jobs of one service, works on as many at a time as it has slots, and delivers what came of them. */
export class JobWorker {
  readonly #options: JobWorkerOptions;
  readonly #held = new Map<string, HeldJob>();
  readonly #stopping = new AbortController();
  /** Aborts when what is not delivered is given up. */
  readonly #ending = new AbortController();
  readonly #heart: Heart<HeldJob>;
  readonly #leasing: Promise<void>;
  #running = 0;
  #freed = Promise.withResolvers<void>();

  constructor(options: JobWorkerOptions) {
    this.#options = options;
    this.#heart = new Heart(this.#held, beatJobs(options.service), options.log);
    this.#leasing = this.#lease();
  }

  /** Takes no more jobs, lets what runs finish for up to `graceMs`, and gives the rest back, so that others take it. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping.abort();
    this.#free();
    await this.#leasing;
    await this.#emptied(graceMs);
    for (const held of this.#held.values()) held.stop();
    this.#ending.abort();
    await this.#emptied(this.#options.endMs ?? END_MS);
    await this.#heart.stop();
  }

  async #lease(): Promise<void> {
    const { service, runnerId, slots, kinds, labels, log } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const freeSlots = slots - this.#running;
      if (freeSlots <= 0) {
        await this.#freed.promise;
        continue;
      }
      try {
        const { jobs } = await service.call(
          JobsService.leaseJobs,
          {
            runnerId,
            freeSlots,
            waitMs: WAIT_MS,
            kinds: Object.keys(kinds),
            labels,
          },
          { signal },
        );
        if (signal.aborted) await Promise.all(jobs.map((job) => this.#giveBack(job, false)));
        else for (const job of jobs) void this.#work(job);
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ err: error }, 'no jobs could be leased');
        await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #work(job: Job): Promise<void> {
    const { kinds, log } = this.#options;
    const { jobId, fence } = job;
    // A lease of ours that lapsed while the platform was away comes back to us as a new one.
    this.#held.get(jobId)?.stop();
    const held = new HeldJob(job);
    this.#held.set(jobId, held);
    this.#running++;
    const ending = await runJob(held, kinds, log);
    if (ending) await this.#deliver({ jobId, fence, ...ending });
    else if (this.#stopping.signal.aborted) await this.#giveBack(job, true);
    // It may come right back to us: the pause lets another runner be faster, and keeps this one from going round in circles.
    if (ending?.givenBack) await delay(RETRY_MS, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    this.#running--;
    if (this.#held.get(jobId) === held) this.#held.delete(jobId);
    this.#free();
  }

  /** Tries once: a job that cannot be given back goes to another runner when its lease lapses. */
  async #giveBack({ jobId, fence }: Job, begun: boolean): Promise<void> {
    const { service, log, endMs = END_MS } = this.#options;
    await service
      .call(
        JobsService.completeJob,
        {
          jobId,
          fence,
          ...GIVEN_BACK,
          begun,
        },
        { timeoutMs: endMs },
      )
      .catch((error: unknown) => log.warn({ err: error, jobId }, 'a job could not be given back'));
  }

  async #deliver(request: CompleteJobRequest): Promise<void> {
    const { signal } = this.#ending;
    const log = this.#options.log.child({ jobId: request.jobId });
    const away = (error: unknown) => log.warn({ err: error }, 'the platform takes no answer at the moment');
    for (let attempt = 1; ; attempt++) {
      try {
        const { refused } = await untilAnswered(
          () => this.#options.service.call(JobsService.completeJob, request),
          signal,
          away,
        );
        if (refused) log.debug('an answer came too late');
        return;
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || signal.aborted)
          return log.error({ err: error }, 'an answer was given up; the lease will lapse and another runner try again');
        log.warn({ err: error, attempt }, 'an answer was turned down');
        await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** Waits until nothing runs any more, for at most `ms` milliseconds. */
  async #emptied(ms: number): Promise<void> {
    const over = delay(ms, 'over' as const, { ref: false });
    while (this.#running > 0 && (await Promise.race([this.#freed.promise, over])) !== 'over');
  }

  #free(): void {
    this.#freed.resolve();
    this.#freed = Promise.withResolvers();
  }
}
