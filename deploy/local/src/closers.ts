interface Closable {
  stop(): void | Promise<void>;
}

/** Started resources, stopped in the opposite order. */
export class Closers {
  readonly #started: Closable[] = [];

  add(...started: Closable[]): void {
    this.#started.push(...started);
  }

  /** Stops everything, also the rest after one that fails to stop. */
  async stop(): Promise<void> {
    const failures: unknown[] = [];
    for (let each = this.#started.pop(); each; each = this.#started.pop()) {
      await Promise.resolve(each.stop()).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be stopped.');
  }
}
