import { Blame, type Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { reasons, type Problem } from '@assay/contract/problem';

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

/** Whether a limit of this installation kept a request from a server. */
export const isOwnLimit = ({ details }: Problem): boolean => details?.reason === reasons.CONNECTION_LIMIT;

/** The party to blame when a server could not be asked. */
export const blameOf = (problem: Problem): Blame => (isOwnLimit(problem) ? Blame.PLATFORM : Blame.SERVER);
