import { WorkService, type Beat } from '@assay/contract/gen/assay/v1/work';
import type { Channel } from '@assay/kit/rpc/client';
import { ANSWER_MS } from './heartbeat.ts';
import type { Held } from './held-iteration.ts';

/** Traces of iterations that have lasted this long are sent ahead of their reports, in milliseconds. */
const STREAM_AFTER_MS = 2_000;

/** Extends the leases of iterations, streams the traces of long ones, and answers which are to be stopped. */
export const beatIterations =
  (work: Channel, runnerId: string) =>
  async (held: Held[]): Promise<Held[]> => {
    const beats = await Promise.all(held.map(beatOf));
    const { stopIterationIds } = await work.call(WorkService.heartbeat, { runnerId, beats }, { timeoutMs: ANSWER_MS });
    beats.forEach(({ parts }, i) => held[i]!.parts?.delivered(parts));
    // Of what was beaten for: in the meantime an iteration may have come back to us under a new lease.
    const lost = new Set(stopIterationIds);
    return held.filter(({ item }) => lost.has(item.iterationId));
  };

async function beatOf({ item: { iterationId, fence }, recorder, parts }: Held): Promise<Beat> {
  const long = recorder !== undefined && recorder.at() > STREAM_AFTER_MS;
  return { iterationId, fence, parts: long ? await parts!.undelivered() : [] };
}
