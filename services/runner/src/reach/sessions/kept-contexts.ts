/** How long a context is kept without work, in milliseconds, how many are kept at most, and how one is closed. */
interface KeptLimits<Context> {
  idleMs: number;
  most?: number;
  close(context: Context): Promise<void>;
}

interface Kept<Context> {
  context: Context;
  users: number;
  timer: NodeJS.Timeout;
}

/** Keeps the shared state of work under a key while there is work for it, and for some time after that. */
export class KeptContexts<Context> {
  readonly #limits: KeptLimits<Context>;
  /** In the order of their last use. */
  readonly #kept = new Map<string, Kept<Context>>();
  #isClosed = false;

  constructor(limits: KeptLimits<Context>) {
    this.#limits = limits;
  }

  /** Calls `work` with the context of the key, which `open` makes if there is none. */
  async use<T>(key: string, open: () => Context, work: (context: Context) => Promise<T>): Promise<T> {
    const kept = this.#kept.get(key) ?? this.#keep(key, open());
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    kept.users++;
    try {
      return await work(kept.context);
    } finally {
      kept.users--;
      kept.timer.refresh();
      await this.#dropSpare(key, kept);
    }
  }

  /** Closes all contexts. A context whose work goes on is closed with it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#kept].map(([key, kept]) => this.#drop(key, kept)));
  }

  #keep(key: string, context: Context): Kept<Context> {
    const timer = setTimeout(() => {
      if (kept.users === 0) void this.#drop(key, kept);
    }, this.#limits.idleMs).unref();
    const kept: Kept<Context> = { context, users: 0, timer };
    return kept;
  }

  /** Drops the context after its work when nothing is kept any more, and the contexts above the limit. */
  async #dropSpare(key: string, kept: Kept<Context>): Promise<void> {
    if (this.#isClosed && kept.users === 0) await this.#drop(key, kept);
    const spare = this.#kept.size - (this.#limits.most ?? Infinity);
    if (spare <= 0) return;
    const idle = [...this.#kept].filter(([, { users }]) => users === 0).slice(0, spare);
    for (const [each, one] of idle) void this.#drop(each, one);
  }

  async #drop(key: string, kept: Kept<Context>): Promise<void> {
    clearTimeout(kept.timer);
    if (this.#kept.get(key) === kept) this.#kept.delete(key);
    await this.#limits.close(kept.context);
  }
}
