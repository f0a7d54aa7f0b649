import { InspectionOutcome } from '@assay/contract/gen/assay/v1/inspection';
import type { Problem } from '@assay/contract/problem';
import { MAX_MESSAGE } from '@assay/kit/rpc/serve';

/** At most this large an outcome, in bytes: one message of the mesh, with room for its envelope. */
export const MAX_BYTES = MAX_MESSAGE - 64 * 1_024;
export const NOTHING = Buffer.alloc(0);

/** The outcome as it is delivered: without the surface when both together are too large. */
export function written(outcome: InspectionOutcome): Buffer {
  const { reply = NOTHING, surface } = outcome;
  return Buffer.from(
    InspectionOutcome.encode(
      reply.length + surface.length > MAX_BYTES ? { ...outcome, surface: NOTHING } : outcome,
    ).finish(),
  );
}

/** The outcome of an inspection that ended with a Problem. */
export const failed = ({ code, message, details }: Problem): InspectionOutcome => ({
  problem: Buffer.from(JSON.stringify({ code, message, details })),
  surface: NOTHING,
});
