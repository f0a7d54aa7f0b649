import { InspectionOutcome } from '@assay/contract/gen/assay/v1/inspection';
import type { JobOwner } from '@assay/kit/jobs/owner';
import { markHandedOut, markReturned, settleInspection } from '../../store/inspections/inspections.ts';

/** Keeps what a runner found out for the request that waits for it. */
export const inspectionJobs: Required<Pick<JobOwner, 'settle' | 'inputs' | 'returned'>> = {
  settle: (tx, { id }, ending) => settleInspection(tx, id, 'output' in ending ? ending.output : failed(ending.error)),

  returned: (tx, { id }, why) => markReturned(tx, id, why),

  /** What nobody waits for any more, or must not happen twice, is left out. */
  inputs: async (db, jobs) => {
    const wanted = new Set(
      await markHandedOut(
        db,
        jobs.map(({ id }) => id),
      ),
    );
    return new Map(jobs.filter(({ id }) => wanted.has(id)).map(({ id, input }) => [id, input]));
  },
};

/** The outcome of a job that ended without one: the runner's own error, or its silence. */
function failed({ code, message }: { code: string; message: string }): Uint8Array {
  return InspectionOutcome.encode({
    problem: Buffer.from(JSON.stringify({ code, message })),
    surface: Buffer.alloc(0),
  }).finish();
}
