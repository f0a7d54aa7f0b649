import { inFlight } from '../requests/in-flight.ts';

/** A semaphore: at most `places` pieces of work go on at once, the others wait in the order in which they came. */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(places: number) {
    this.#free = places;
  }

  /** How many pieces of work wait for a place. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Rejects without beginning when the caller has gone by the time of its turn. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((begin) => this.#waiting.push(begin));
    try {
      inFlight()?.signal.throwIfAborted();
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
