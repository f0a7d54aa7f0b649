import { Deadline } from '@assay/kit/concurrency/deadline';
import type { WorkItem } from '@assay/mesh/gen/assay/v1/work';
import { Problem } from '@assay/contract/problem';
import type { Logger } from '@assay/kit/log';
import { redactText } from '@assay/kit/security/redact';
import { unlessAborted } from './unless-aborted.ts';
import { answeredWork, failedWork, givenBack, type WorkHandler } from './work-handler.ts';

/** The tools of the work on an item: it ends when `signal` aborts, and reports its progress through `phase`. */
export interface WorkProgress {
  signal: AbortSignal;
  phase(name: string): void;
}

/** Works on one item: answers the output, or throws a Problem that says why there is none, or NotForUs. */
export type WorkFunction = (item: WorkItem, progress: WorkProgress) => Promise<Buffer>;

/** Thrown over an item that only other runners can do, before anything was begun; `why` is the answer if there are none. */
export class NotForUs extends Error {
  override readonly name = 'NotForUs';
  readonly why: Buffer;

  constructor(why: Buffer = Buffer.alloc(0)) {
    super('The work is for other runners.');
    this.why = why;
  }
}

/** Handles items each within its time-out, and ends at once when an item is broken off. */
export const withinTime =
  (work: WorkFunction, log: Logger): WorkHandler =>
  async (inHand) => {
    const { item } = inHand;
    using deadline = new Deadline(item.timeoutMs, inHand.signal);
    const { signal } = deadline;
    const phase = (name: string) => {
      inHand.phase = name;
    };
    try {
      return answeredWork(await unlessAborted(work(item, { signal, phase }), signal));
    } catch (error) {
      if (inHand.signal.aborted) return undefined;
      if (error instanceof NotForUs) return givenBack(false, error.why);
      if (deadline.isOver)
        return failedWork({
          errorCode: 'TIMEOUT',
          errorMessage: `The job took longer than ${item.timeoutMs / 1_000} s.`,
        });
      return failedWork(failureOf(error, 'this job', log.child({ workId: item.id, kind: item.kind })));
    }
  };

/** The error code and message that end some work; an error that is no Problem is a bug of ours and only logged. */
export function failureOf(error: unknown, work: string, log: Logger): { errorCode: string; errorMessage: string } {
  if (error instanceof Problem) return { errorCode: error.code, errorMessage: redactText(error.message, 400) };
  log.error({ err: error }, `${work} failed unexpectedly`);
  return { errorCode: 'INTERNAL_ERROR', errorMessage: `The runner failed on ${work}.` };
}
