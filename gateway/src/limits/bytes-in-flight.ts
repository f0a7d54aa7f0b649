import { LRUCache } from 'lru-cache';
import { STREAM_WINDOW } from '@assay/tunnel/session';
import { Problem, reasons, unavailable } from '@assay/contract/problem';

/** Smaller bodies and answers are not counted, in bytes: limits of requests bound them. */
const SMALL_BYTES = 1024 * 1024;
const RETRY_SECONDS = 5;
/** A request is expected to have a large answer for this long after the last one, in milliseconds. */
const REMEMBERED_MS = 10 * 60_000;

/** A request through a tunnel counts as a full window in each direction, in bytes: more of it is never held. */
const RELAY_BYTES = 2 * STREAM_WINDOW;

/**
 * The budget of the bodies and answers over 1 MB that a gateway holds at a time, in bytes, and of requests through
 * tunnels; of one organization half of it. A single one always finds room, so that no limit forbids what another one
 * allows.
 */
export class BytesInFlight {
  readonly #maxBytes: number;
  /** The last large answer to each kind of request of an organization, in bytes. */
  readonly #largeAnswers = new LRUCache<string, number>({ max: 10_000, ttl: REMEMBERED_MS });
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Holds a body before it is read; returns the function that gives it back, undefined for a small body, which is not
   * counted. A small body needs room in the share of `owner` only where requests of this `kind` had large answers lately.
   * @throws RATE_LIMITED when the share of `owner` is used up, UNAVAILABLE when the budget of the process is.
   */
  admit(owner: string, bytes: number, kind: string): (() => void) | undefined {
    const counted = bytes > SMALL_BYTES ? bytes : 0;
    const needed = counted + (this.#largeAnswers.get(`${owner} ${kind}`) ?? 0);
    this.#assertRoom(owner, needed);
    return counted > 0 ? this.#hold(owner, counted) : undefined;
  }

  /** Holds what a request through a tunnel of `owner` can have in memory; undefined when there is no room for it. */
  admitRelay(owner: string): (() => void) | undefined {
    const isFull =
      isOver(this.#held.get(owner) ?? 0, RELAY_BYTES, this.#maxBytes / 2) ||
      isOver(this.#total, RELAY_BYTES, this.#maxBytes);
    return isFull ? undefined : this.#hold(owner, RELAY_BYTES);
  }

  /**
   * Holds an answer that is in memory already, even over the budget: then further requests are refused. Returns the
   * function that gives it back, undefined for a small answer, which is not counted.
   */
  holdAnswer(owner: string, bytes: number, kind: string): (() => void) | undefined {
    if (bytes <= SMALL_BYTES) return undefined;
    this.#largeAnswers.set(`${owner} ${kind}`, bytes);
    return this.#hold(owner, bytes);
  }

  #assertRoom(owner: string, needed: number): void {
    if (needed > 0 && isOver(this.#held.get(owner) ?? 0, needed, this.#maxBytes / 2))
      throw new Problem(
        'RATE_LIMITED',
        `Too many large requests and answers of your organization are under way; try again in ${RETRY_SECONDS} s.`,
        { reason: reasons.BYTES_IN_FLIGHT },
        RETRY_SECONDS,
      );
    if (isOver(this.#total, needed, this.#maxBytes))
      throw unavailable(
        `Too many large requests and answers of this installation are under way; try again in ${RETRY_SECONDS} s.`,
        { reason: reasons.BYTES_IN_FLIGHT, retryAfter: RETRY_SECONDS },
      );
  }

  #hold(owner: string, bytes: number): () => void {
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
