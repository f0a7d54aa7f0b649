import { Problem, reasons, unavailable } from '@assay/contract/problem';

export interface ByteShareLimits {
  /** At most this many bytes are held at a time, by all owners together. */
  maxBytes: number;
  /** At most this many bytes are held by one owner. */
  maxShareBytes: number;
  /** At most this many requests of one owner wait; further requests of the owner are refused before they begin. */
  maxWaiting: number;
}

interface Waiting {
  owner: string;
  bytes: number;
  admit(): void;
}

/** Waiting requests of all owners together, in shares of one owner. */
const OWNERS_WAITING = 4;
const RETRY_SECONDS = 5;

/**
 * A budget of bytes for one process, with a share for each owner, so that one organization cannot take all of its
 * memory. Requests wait in order of arrival; one whose owner's share is used up does not hold up others.
 */
export class ByteShares {
  readonly #limits: ByteShareLimits;
  readonly #held = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  #free: number;

  constructor(limits: ByteShareLimits) {
    this.#limits = limits;
    this.#free = limits.maxBytes;
  }

  /**
   * Called before a request begins.
   * @throws RATE_LIMITED while too many requests of the owner wait, UNAVAILABLE while too many of all owners do.
   */
  refuseWhenFull(owner: string): void {
    const { maxWaiting } = this.#limits;
    if (this.#waiting.filter((each) => each.owner === owner).length >= maxWaiting)
      throw new Problem(
        'RATE_LIMITED',
        `Too many large answers of your organization are being read; try again in ${RETRY_SECONDS} s.`,
        { reason: reasons.ANSWERS_IN_FLIGHT },
        RETRY_SECONDS,
      );
    if (this.#waiting.length >= maxWaiting * OWNERS_WAITING)
      throw unavailable(
        `Too many large answers of this installation are being read; try again in ${RETRY_SECONDS} s.`,
        { reason: reasons.ANSWERS_IN_FLIGHT, retryAfter: RETRY_SECONDS },
      );
  }

  /**
   * Waits for `bytes`, or for the whole share of the owner if they are more; answers the function that gives them back.
   * @throws the reason of `signal`.
   */
  async take(owner: string, bytes: number, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const wanted = Math.min(bytes, this.#limits.maxShareBytes);
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal.reason as Error);
        this.#admitNext();
      };
      const waiting: Waiting = {
        owner,
        bytes: wanted,
        admit: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
      this.#admitNext();
    });
    return () => this.#giveBack(owner, wanted);
  }

  #admitNext(): void {
    for (const next of this.#waiting.slice()) {
      if (this.#heldBy(next.owner) + next.bytes > this.#limits.maxShareBytes) continue;
      // A later request of fewer bytes does not overtake: this one would never have its turn.
      if (next.bytes > this.#free) return;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#free -= next.bytes;
      this.#held.set(next.owner, this.#heldBy(next.owner) + next.bytes);
      next.admit();
    }
  }

  #giveBack(owner: string, bytes: number): void {
    this.#free += bytes;
    const left = this.#heldBy(owner) - bytes;
    if (left > 0) this.#held.set(owner, left);
    else this.#held.delete(owner);
    this.#admitNext();
  }

  #heldBy(owner: string): number {
    return this.#held.get(owner) ?? 0;
  }
}
