/**
 * Places for contexts. Organizations that wait take turns, so the waiting contexts of one delay no other; within an
 * organization the first that came is the first.
 */
export class ContextPlaces {
  /** By share; the share whose turn is next comes first. */
  readonly #waiting = new Map<string, Set<() => void>>();
  #free: number;

  constructor(places: number) {
    this.#free = places;
  }

  /** Resolves with the function that gives the place back. @throws the reason of `signal` when that aborts first. */
  async take(share: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(share, signal);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#pass();
    };
  }

  async #turn(share: string, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const queue = this.#waiting.get(share) ?? new Set();
    this.#waiting.set(share, queue.add(resolve));
    const leave = () => {
      queue.delete(resolve);
      if (queue.size === 0 && this.#waiting.get(share) === queue) this.#waiting.delete(share);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  /** Gives a free place to the first in the queue of the next share. */
  #pass(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free += 1;
      return;
    }
    const [share, queue] = next;
    const [begin] = queue;
    queue.delete(begin!);
    this.#waiting.delete(share);
    if (queue.size > 0) this.#waiting.set(share, queue);
    begin!();
  }
}
