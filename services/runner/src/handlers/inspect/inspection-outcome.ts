import { InspectionOutcome } from '@assay/mesh/gen/assay/v1/inspection';
import type { Problem } from '@assay/contract/problem';
import { MAX_MESSAGE } from '@assay/kit/rpc/serve';

/** At most this large an outcome, in bytes: one message of the mesh, with room for its envelope. */
export const MAX_BYTES = MAX_MESSAGE - 64 * 1_024;
export const NO_SURFACE = Buffer.alloc(0);

/** The outcome as it is delivered: without the surface when both together are too large. */
export function encodeOutcome(outcome: InspectionOutcome): Buffer {
  const { reply = NO_SURFACE, surface } = outcome;
  return Buffer.from(
    InspectionOutcome.encode(
      reply.length + surface.length > MAX_BYTES ? { ...outcome, surface: NO_SURFACE } : outcome,
    ).finish(),
  );
}

/** The outcome of an inspection that ended with a Problem. */
export const failedOutcome = ({ code, message, details }: Problem): InspectionOutcome => ({
  problem: Buffer.from(JSON.stringify({ code, message, details })),
  surface: NO_SURFACE,
});
