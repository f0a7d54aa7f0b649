/** How long a failed source is not asked, in milliseconds. */
const PAUSE_MS = 30_000;

/** Remembers recent failures, so that cached answers are served without waiting for another failure. */
export class SourceOutages<T extends object> {
  readonly #since = new WeakMap<T, number>();
  readonly #now: () => number;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  began(of: T): void {
    this.#since.set(of, this.#now());
  }

  isBack(of: T): void {
    this.#since.delete(of);
  }

  isOut(of: T): boolean {
    const since = this.#since.get(of);
    return since !== undefined && this.#now() - since < PAUSE_MS;
  }
}
