/** Something that is used by calls and must be closed in the end. */
interface Closable {
  close(): void;
}

interface Kept<T> {
  thing: T;
  bornAt: number;
  users: number;
}

/**
 * Lends one thing to calls and makes a new one every `ageMs`; the old one is closed when its last call is over, and not a
 * moment before, however long that takes.
 */
export class RecycledResource<T extends Closable> {
  readonly #make: () => T;
  readonly #ageMs: number;
  #current: Kept<T> | undefined;
  readonly #retired = new Set<Kept<T>>();

  constructor(make: () => T, ageMs: number) {
    this.#make = make;
    this.#ageMs = ageMs;
  }

  async use<R>(work: (thing: T) => Promise<R>): Promise<R> {
    const kept = this.#fresh();
    kept.users++;
    try {
      return await work(kept.thing);
    } finally {
      kept.users--;
      if (kept.users === 0 && this.#retired.delete(kept)) kept.thing.close();
    }
  }

  /** Closes what there is, calls or not. */
  close(): void {
    for (const { thing } of this.#retired) thing.close();
    this.#retired.clear();
    this.#current?.thing.close();
    this.#current = undefined;
  }

  #fresh(): Kept<T> {
    const now = performance.now();
    const current = this.#current;
    if (current && now - current.bornAt < this.#ageMs) return current;
    if (current && current.users === 0) current.thing.close();
    else if (current) this.#retired.add(current);
    return (this.#current = { thing: this.#make(), bornAt: now, users: 0 });
  }
}
