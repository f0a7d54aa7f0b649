import { transaction, type Db, type Pool, type Tx } from '../postgres/db.ts';
import { deleteHeld, giveBack, type HeldJob, type LeasedJob } from './queue.ts';

/** What became of a job: what its kind answers, or why there is no answer. */
export type Ending = { output: Buffer } | { error: { code: string; message: string } };

/** What a service does with the news of its jobs. */
export interface JobOwner {
  /**
   * Writes a job's end, in the transaction that takes it off the queue. It may be called for an end that turns out to be
   * too late and is rolled back, so its effects are rows alone; and it locks the service's own rows, which come before the
   * queue's.
   */
  settle(tx: Tx, job: HeldJob, ending: Ending): Promise<void>;
  /**
   * Makes the inputs of jobs that are handed out, for work whose input would fill the queue: by the job's id. One that is left
   * out has become pointless and is dropped. Without this the inputs are those that were enqueued.
   */
  inputs?(db: Db, jobs: LeasedJob[]): Promise<Map<string, Buffer>>;
  /** Notes that a runner gave back a job that it had not begun, and why if it says so; in the transaction that frees the job. */
  returned?(tx: Tx, job: HeldJob, why: Buffer): Promise<void>;
  /** Notes how far jobs are, in the words of their kinds. */
  progress(db: Db, phases: { jobId: string; phase: string }[]): Promise<void>;
}

class Late extends Error {}

/** Settles a job exactly once: false, and nothing is written, when another end came first or the job is somebody else's. */
export async function endJob(pool: Pool, owner: JobOwner, job: HeldJob, ending: Ending): Promise<boolean> {
  const ended = transaction(pool, async (tx) => {
    await owner.settle(tx, job, ending);
    if (!(await deleteHeld(tx, job))) throw new Late();
    return true;
  });
  return unlessLate(ended);
}

/** Frees a job for another runner; false, and nothing is written, when it is not this holder's any more. */
export function returnJob(
  pool: Pool,
  owner: JobOwner,
  job: HeldJob,
  returned: { begun: boolean; why: Buffer },
): Promise<boolean> {
  return unlessLate(
    transaction(pool, async (tx) => {
      if (!returned.begun) await owner.returned?.(tx, job, returned.why);
      if (!(await giveBack(tx, job))) throw new Late();
      return true;
    }),
  );
}

const unlessLate = (ended: Promise<boolean>): Promise<boolean> =>
  ended.catch((error: unknown) => {
    if (error instanceof Late) return false;
    throw error;
  });
