import { Problem } from '@assay/contract/problem';

/** At most 32 open streams and waiting requests of one key or session in each gateway. */
export const MAX_STREAMS = 32;
/** The suggested wait, in milliseconds; the end of a stream cannot be predicted. */
const RETRY_MS = 5_000;

/** Counts open streams and waiting requests by key or session. */
export class OpenStreams {
  readonly #open = new Map<string, number>();

  /** Counts one more; the returned function ends it. Throws RATE_LIMITED when too many are open. */
  enter(whose: string): () => void {
    const currentValue = this.#open.get(whose) ?? 0;
    if (currentValue >= MAX_STREAMS) {
      const details = {
        limit: 'streams',
        allowedValue: MAX_STREAMS,
        currentValue,
        retryAfterMs: RETRY_MS,
      };
      throw new Problem(
        'RATE_LIMITED',
        `${MAX_STREAMS} streams or waits are open with this key or session already; close one first.`,
        details,
        RETRY_MS / 1_000,
      );
    }
    this.#open.set(whose, currentValue + 1);
    return () => {
      const left = this.#open.get(whose)! - 1;
      if (left > 0) this.#open.set(whose, left);
      else this.#open.delete(whose);
    };
  }
}
