import { InspectionOutcome } from '@assay/contract/gen/assay/v1/inspection';
import { Problem } from '@assay/contract/problem';
import { MAX_MESSAGE } from '@assay/kit/serve';

/** What the platform takes in one message, with room for what goes around it. */
const MAX_BYTES = MAX_MESSAGE - 64 * 1_024;
export const NOTHING = Buffer.alloc(0);

/** The outcome as it is delivered: without the surface, or with why there is no reply, where it would be too large. */
export function written(outcome: InspectionOutcome): Buffer {
  const { reply = NOTHING, surface } = outcome;
  if (reply.length > MAX_BYTES) return written(failed(tooLarge()));
  return Buffer.from(InspectionOutcome.encode(reply.length + surface.length > MAX_BYTES ? { ...outcome, surface: NOTHING } : outcome).finish());
}

/** The outcome of an inspection that met a Problem. */
export const failed = ({ code, message, details }: Problem): InspectionOutcome => ({ problem: Buffer.from(JSON.stringify({ code, message, details })), surface: NOTHING });

const tooLarge = () => new Problem('SERVER_UNREACHABLE', `The answer is larger than the ${MAX_BYTES} bytes that a runner can hand on.`, { cause: 'answer_too_large', maxBytes: MAX_BYTES });
