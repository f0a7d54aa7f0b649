/**
 * A time limit beside other reasons to abort. Disposing of it ends its timer and its listeners. Without that, the timer of
 * `AbortSignal.timeout`, and the sources of `AbortSignal.any`, keep everything that listens to them in memory.
 */
export class Deadline implements Disposable {
  readonly #aborting = new AbortController();
  /** Aborts when the time is over, or with one of the other signals. */
  readonly signal = this.#aborting.signal;
  readonly #timer: NodeJS.Timeout;
  readonly #others: AbortSignal[];
  #isOver = false;

  /** A limit of `ms` milliseconds. */
  constructor(ms: number, ...others: AbortSignal[]) {
    this.#others = others;
    this.#timer = setTimeout(() => {
      if (this.signal.aborted) return;
      this.#isOver = true;
      this.#aborting.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    }, ms).unref();
    for (const other of others) {
      if (other.aborted) this.#aborting.abort(other.reason);
      other.addEventListener('abort', this.#follow, { once: true });
    }
  }

  /** Whether the time was over before any other reason. */
  get isOver(): boolean {
    return this.#isOver;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    for (const other of this.#others) other.removeEventListener('abort', this.#follow);
  }

  readonly #follow = ({ target }: Event) => this.#aborting.abort((target as AbortSignal).reason);
}
