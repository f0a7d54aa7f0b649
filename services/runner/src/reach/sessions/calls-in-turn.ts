import { Blame, Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { FairSemaphore } from '@assay/kit/concurrency/fair-semaphore';
import { currentWork, shareOfWork } from '@assay/work/runner/current-work';
import { IterationFailure } from '../../domain/iterations/iteration-failure.ts';

/**
 * At most this many tool calls of a runner go on at once: fewer than the connections of an organization that is alone,
 * so that handshakes and streams find some.
 */
const CALLS_AT_ONCE = 384;
const calls = new FairSemaphore(CALLS_AT_ONCE);

/**
 * Makes a tool call when it is its turn: a model may ask for a thousand at once. Work items of an organization take
 * turns.
 * @throws IterationFailure when `signal` aborts before that.
 */
export async function inTurn<T>(make: () => Promise<T>, signal: AbortSignal): Promise<T> {
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return make();
  };
  try {
    return await calls.run(shareOfWork(), currentWork()?.id ?? '', signal, begin);
  } catch (error) {
    if (hasBegun) throw error;
    throw new IterationFailure(error, Outcome.FAILED, Blame.PLATFORM);
  }
}
