/** The work that judging one trial may cost, in steps of about a nanosecond. */
const WORK = 500_000_000;

/** Thrown when an assertion would cost more than is left. */
export class BudgetError extends Error {
  override readonly name = 'BudgetError';

  constructor() {
    super('it takes more work than the assertions of one trial may cause together');
  }
}

/**
 * What strangers' patterns, schemas and texts may cost, all assertions of a trial together. Work is counted from the sizes
 * of what is compared and not by a clock: the same trial costs the same on every machine.
 */
export class Budget {
  #left = WORK;
  readonly #paid = new Set<unknown>();

  /** Pays for work that is about to be done. @throws BudgetError when it costs more than is left; then nothing is paid. */
  spend(steps: number): void {
    if (steps > this.#left) throw new BudgetError();
    this.#left -= steps;
  }

  /** Pays for what is made once and kept, however often it is used. */
  spendOnce(what: unknown, steps: number): void {
    if (this.#paid.has(what)) return;
    this.spend(steps);
    this.#paid.add(what);
  }
}
