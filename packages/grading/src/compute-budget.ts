/** The budget of grading one iteration, in steps of about a nanosecond. */
const WORK = 500_000_000;

/** Thrown when an assertion would cost more than is left. */
export class ComputeBudgetError extends Error {
  override readonly name = 'BudgetError';

  constructor() {
    super('it needs more computation than the assertions of one trial may use together');
  }
}

/**
 * The budget for evaluating patterns, schemas and texts of authors and servers, shared by all assertions of an
 * iteration. Work is counted from sizes and not by a clock: the same iteration costs the same on every machine.
 */
export class ComputeBudget {
  #left = WORK;
  readonly #paid = new Set<unknown>();

  /** Pays for work before it is done. @throws BudgetError when it costs more than is left; then nothing is paid. */
  spend(steps: number): void {
    if (steps > this.#left) throw new ComputeBudgetError();
    this.#left -= steps;
  }

  /** Pays once for work whose result is cached. */
  spendOnce(what: unknown, steps: number): void {
    if (this.#paid.has(what)) return;
    this.spend(steps);
    this.#paid.add(what);
  }
}
