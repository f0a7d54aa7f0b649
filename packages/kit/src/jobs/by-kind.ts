import type { JobOwner } from './owner.ts';

/** Who owns the jobs of one kind; it may have nothing to say about inputs and progress. */
export type KindOwner = Pick<JobOwner, 'settle'> & Partial<JobOwner>;

/** The owner of jobs of several kinds. A job of a kind that nobody knows any more ends without effect. */
export const byKind = (owners: Record<string, KindOwner>): JobOwner => ({
  settle: async (tx, job, ending) => owners[job.kind]?.settle(tx, job, ending),

  inputs: async (db, jobs) => {
    const made = await Promise.all(
      [...Map.groupBy(jobs, ({ kind }) => kind)].map(async ([kind, of]) => {
        const inputs = await owners[kind]?.inputs?.(db, of);
        return inputs ? [...inputs] : of.map(({ id, input }) => [id, input] as const);
      }),
    );
    return new Map(made.flat());
  },

  returned: async (tx, job, why) => owners[job.kind]?.returned?.(tx, job, why),

  progress: async (db, phases) => {
    for (const owner of Object.values(owners)) await owner.progress?.(db, phases);
  },
});
