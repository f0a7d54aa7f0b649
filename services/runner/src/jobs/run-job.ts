import type { CompleteJobRequest, Job } from '@assay/contract/gen/assay/v1/jobs';
import type { Logger } from '@assay/kit/log';
import { failureOf } from '../work/failure.ts';
import { unlessAborted } from '../work/unless-aborted.ts';
import type { HeldJob } from './held-job.ts';

/** What a job in hand may use: it ends when `signal` aborts, and says through `phase` how far it is. */
export interface Progress {
  signal: AbortSignal;
  phase(name: string): void;
}

/** Does the jobs of one kind: answers the output, or throws a Problem that says why there is none, or NotForUs. */
export type JobKind = (job: Job, progress: Progress) => Promise<Buffer>;

/** Thrown over a job that only other runners can do, before anything was begun; `why` is the answer if there are none. */
export class NotForUs extends Error {
  override readonly name = 'NotForUs';
  readonly why: Buffer;

  constructor(why: Buffer = Buffer.alloc(0)) {
    super('The job is for other runners.');
    this.why = why;
  }
}

type Ending = Omit<CompleteJobRequest, 'jobId' | 'fence'>;

const NOTHING: Ending = {
  output: Buffer.alloc(0),
  errorCode: '',
  errorMessage: '',
  givenBack: false,
};
export const GIVEN_BACK: Ending = { ...NOTHING, givenBack: true };

/** Does one job within its time. Undefined when it was broken off. */
export async function runJob(held: HeldJob, kinds: Record<string, JobKind>, log: Logger): Promise<Ending | undefined> {
  const { job } = held;
  const timeout = AbortSignal.timeout(job.timeoutMs);
  const signal = AbortSignal.any([held.signal, timeout]);
  try {
    const kind = kinds[job.kind];
    if (!kind) throw new NotForUs();
    const output = await unlessAborted(
      kind(job, {
        signal,
        phase: (name) => {
          held.phase = name;
        },
      }),
      signal,
    );
    return { ...NOTHING, output };
  } catch (error) {
    if (held.signal.aborted) return undefined;
    if (error instanceof NotForUs) return { ...GIVEN_BACK, output: error.why };
    if (timeout.aborted)
      return { ...NOTHING, errorCode: 'TIMEOUT', errorMessage: `The job took longer than ${job.timeoutMs / 1_000} s.` };
    return { ...NOTHING, ...failureOf(error, 'this job', log.child({ jobId: job.jobId, kind: job.kind })) };
  }
}
