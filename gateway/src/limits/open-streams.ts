import { Problem } from '@assay/contract/problem';

/** So many streams may one key or session have open at a time, in each gateway. */
export const MAX_STREAMS = 32;
/** When one more may be tried, in milliseconds: nobody knows when a stream ends. */
const RETRY_MS = 5_000;

/** Counts the streams that are open, by whose they are. */
export class OpenStreams {
  readonly #open = new Map<string, number>();

  /** Counts one more until the function is called that it answers with; throws RATE_LIMITED where there are too many. */
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
        `${MAX_STREAMS} streams are open with this key or session already; close one first.`,
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
