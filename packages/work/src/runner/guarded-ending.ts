import { WorkReport } from '@assay/mesh/gen/assay/v1/work';
import type { Logger } from '@assay/kit/log';
import { MAX_MESSAGE } from '@assay/kit/rpc/serve';
import { consumerSpan } from '@assay/kit/telemetry/telemetry';
import { workOn } from './current-work.ts';
import { failedWork, type WorkEnding, type WorkHandler } from './work-handler.ts';
import type { WorkInHand } from './work-in-hand.ts';
import { failureOf } from './within-time.ts';

/** At most this large is the output of an item, in bytes: one message of the mesh, with room for its envelope. */
const MAX_OUTPUT = MAX_MESSAGE - 64 * 1_024;
const NO_BYTES = Buffer.alloc(0);

/**
 * The ending of an item. The item fails, and no other item with it, when its handler throws, or when its ending or its
 * news cannot be sent.
 */
export async function guardedEnding(
  inHand: WorkInHand,
  handler: WorkHandler,
  log: Logger,
): Promise<WorkEnding | undefined> {
  const { id, kind, fence } = inHand.item;
  try {
    const ending = await consumerSpan(
      `work ${kind}`,
      { 'assay.work.kind': kind, 'assay.work.id': id },
      inHand.item.traceparent,
      () => workOn(inHand.item, () => handler(inHand)),
    );
    if (inHand.failure) throw inHand.failure;
    if (!ending) return undefined;
    // The encoder throws for values that no message can hold. It would copy the output, and any bytes can be held.
    WorkReport.encode({ id, kind, fence, ...ending, output: NO_BYTES });
    if (ending.output.length > MAX_OUTPUT)
      throw new RangeError(`an output of ${ending.output.length} bytes is too large for a report`);
    return ending;
  } catch (error) {
    return failedWork(failureOf(error, 'this work', log.child({ workId: id, kind })));
  }
}
