import type { CompleteJobRequest, Job } from '@assay/contract/gen/assay/v1/jobs';
import { Problem } from '@assay/contract/problem';
import type { Logger } from '@assay/kit/log';
import { failureOf } from '../failure.ts';
import { unlessAborted } from '../unless-aborted.ts';
import type { HeldJob } from './held-job.ts';

/** What a job in hand may use: it ends when `signal` aborts, and says through `phase` how far it is. */
export interface Progress { signal: AbortSignal; phase(name: string): void }

/** Does the jobs of one kind: answers the output, or throws a Problem that says why there is none. */
export type JobKind = (job: Job, progress: Progress) => Promise<Buffer>;

type Ending = Pick<CompleteJobRequest, 'output' | 'errorCode' | 'errorMessage'>;

/** Does one job within its time. Undefined when the job was taken from us: then there is nobody to answer. */
export async function runJob(held: HeldJob, kinds: Record<string, JobKind>, log: Logger): Promise<Ending | undefined> {
  const { job } = held;
  const timeout = AbortSignal.timeout(job.timeoutMs);
  const signal = AbortSignal.any([held.signal, timeout]);
  try {
    const kind = Object.hasOwn(kinds, job.kind) ? kinds[job.kind] : undefined;
    if (!kind) throw new Problem('FEATURE_NOT_SUPPORTED', `This runner does not know jobs of kind "${job.kind}".`);
    const output = await unlessAborted(kind(job, { signal, phase: (name) => { held.phase = name; } }), signal);
    return { output, errorCode: '', errorMessage: '' };
  } catch (error) {
    if (held.signal.aborted) return undefined;
    if (timeout.aborted) return { output: Buffer.alloc(0), errorCode: 'TIMEOUT', errorMessage: `The job took longer than ${job.timeoutMs / 1_000} s.` };
    return { output: Buffer.alloc(0), ...failureOf(error, 'this job', log.child({ jobId: job.jobId, kind: job.kind })) };
  }
}
