interface Timed {
  atMs: number;
}

const [MAX_ENTRIES, MAX_CHARACTERS] = [200, 1_000_000];

/** Keeps the first entries of an unbounded list of the server, each with its time. */
export class BoundedLog<T extends object> {
  readonly entries: (T & Timed)[] = [];
  omitted = 0;
  readonly #startedAt: number;
  #characters = 0;

  /** `startedAt` is the zero of the entries' times, on the clock of `performance.now()`. */
  constructor(startedAt: number) {
    this.#startedAt = startedAt;
  }

  add(entry: T): void {
    const size = this.entries.length < MAX_ENTRIES ? JSON.stringify(entry).length : Infinity;
    if (this.#characters + size > MAX_CHARACTERS) {
      this.omitted += 1;
      return;
    }
    this.#characters += size;
    this.entries.push({ ...entry, atMs: Math.round(performance.now() - this.#startedAt) });
  }
}
