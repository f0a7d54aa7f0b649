import { Problem, reasons, unavailable } from '@assay/contract/problem';

/** Smaller bodies and answers are not counted, in bytes: limits of requests bound them. */
const SMALL_BYTES = 1024 * 1024;
const RETRY_SECONDS = 5;

/**
 * The budget of the bodies and answers over 1 MB that a gateway holds at a time, in bytes; of one organization half of
 * it. A single one always finds room, so that no limit forbids what another one allows.
 */
export class BytesInFlight {
  readonly #maxBytes: number;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Holds a body before it is read; returns the function that gives it back.
   * @throws RATE_LIMITED when the share of `owner` is used up, UNAVAILABLE when the budget of the process is.
   */
  admit(owner: string, bytes: number): () => void {
    const counted = bytes > SMALL_BYTES ? bytes : 0;
    if (isOver(this.#held.get(owner) ?? 0, counted, this.#maxBytes / 2))
      throw new Problem(
        'RATE_LIMITED',
        `Too many large requests and answers of your organization are under way; try again in ${RETRY_SECONDS} s.`,
        { reason: reasons.BYTES_IN_FLIGHT },
        RETRY_SECONDS,
      );
    if (isOver(this.#total, counted, this.#maxBytes))
      throw unavailable(
        `Too many large requests and answers of this installation are under way; try again in ${RETRY_SECONDS} s.`,
        { reason: reasons.BYTES_IN_FLIGHT, retryAfter: RETRY_SECONDS },
      );
    return this.#hold(owner, counted);
  }

  /** Holds an answer that is in memory already, even over the budget: then further requests are refused. */
  holdAnswer(owner: string, bytes: number): () => void {
    return this.#hold(owner, bytes > SMALL_BYTES ? bytes : 0);
  }

  #hold(owner: string, bytes: number): () => void {
    if (bytes === 0) return () => {};
    this.#total += bytes;
    this.#held.set(owner, (this.#held.get(owner) ?? 0) + bytes);
    return () => {
      this.#total -= bytes;
      const left = this.#held.get(owner)! - bytes;
      if (left > 0) this.#held.set(owner, left);
      else this.#held.delete(owner);
    };
  }
}

const isOver = (held: number, bytes: number, most: number): boolean => held > 0 && held + bytes > most;
