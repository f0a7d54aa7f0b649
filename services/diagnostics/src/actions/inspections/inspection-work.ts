import { InspectionOutcome } from '@assay/contract/gen/assay/v1/inspection';
import { oneByOne, type QueuedKind } from '@assay/work/queue/queued-work';
import { markHandedOut, markReturned, settleInspection } from '../../store/inspections/inspections.ts';

/** Keeps what a runner found out for the request that waits for it. */
export const inspectionWork: QueuedKind = {
  settle: oneByOne((tx, { id, result }) =>
    settleInspection(tx, id, 'output' in result ? result.output : failed(result.error)),
  ),

  returned: async (tx, items) => {
    for (const { id, why } of items) await markReturned(tx, id, why);
  },

  /** An inspection that no request waits for any more, or that must not happen twice, is left out. */
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

/** The outcome of an inspection that ended without one: the runner's own error, or its silence. */
function failed({ code, message }: { code: string; message: string }): Uint8Array {
  return InspectionOutcome.encode({
    problem: Buffer.from(JSON.stringify({ code, message })),
    surface: Buffer.alloc(0),
  }).finish();
}
