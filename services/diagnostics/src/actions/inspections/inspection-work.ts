import { InspectionOutcome } from '@assay/mesh/gen/assay/v1/inspection';
import { oneByOne, type QueuedKind } from '@assay/work/queue/queued-work';
import { markHandedOut, markReturned, settleInspection } from '../../store/inspections/inspections.ts';

/** Stores the outcome of a runner's inspection for the request that waits for it. */
export const inspectionWork: QueuedKind = {
  settle: oneByOne((tx, { id, result }) =>
    settleInspection(tx, id, 'output' in result ? result.output : failed(result.error)),
  ),

  returned: async (tx, items) => {
    for (const { id, why } of items) await markReturned(tx, id, why);
  },

  /** Leaves out an inspection without a waiting request, and a `once` inspection that was handed out before. */
  tasks: async (db, items) => {
    const wanted = new Set(
      await markHandedOut(
        db,
        items.map(({ id }) => id),
      ),
    );
    return new Map(items.filter(({ id }) => wanted.has(id)).map(({ id, task }) => [id, task]));
  },
};

/** The outcome of an inspection whose runner failed or went silent. */
function failed({ code, message }: { code: string; message: string }): Uint8Array {
  return InspectionOutcome.encode({
    problem: Buffer.from(JSON.stringify({ code, message })),
    surface: Buffer.alloc(0),
  }).finish();
}
