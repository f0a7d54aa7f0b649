import type { Blame, Outcome } from '@assay/contract/gen/assay/v1/iterations';

/** An error that ends an iteration, with the outcome and the party to blame. */
export class IterationFailure extends Error {
  override readonly name = 'Failure';
  override readonly cause: unknown;
  readonly outcome: Outcome.FAILED | Outcome.SETUP_FAILED;
  readonly blame: Blame;

  constructor(cause: unknown, outcome: IterationFailure['outcome'], blame: Blame) {
    super(cause instanceof Error ? cause.message : String(cause));
    this.cause = cause;
    this.outcome = outcome;
    this.blame = blame;
  }
}
