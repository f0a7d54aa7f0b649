import type { Blame, Outcome } from '@assay/contract/gen/assay/v1/work';
import { Problem } from '@assay/contract/problem';
import type { Logger } from '@assay/kit/log';
import { redactText } from '@assay/kit/security/redact';

/** An error that ends an iteration, with what it makes of it and whose it is. */
export class Failure extends Error {
  override readonly name = 'Failure';
  override readonly cause: unknown;
  readonly outcome: Outcome.FAILED | Outcome.SETUP_FAILED;
  readonly blame: Blame;

  constructor(cause: unknown, outcome: Failure['outcome'], blame: Blame) {
    super(cause instanceof Error ? cause.message : String(cause));
    this.cause = cause;
    this.outcome = outcome;
    this.blame = blame;
  }
}

/** What the platform is told of the error that ended some work; one that is no Problem is a bug of ours and only logged. */
export function failureOf(error: unknown, work: string, log: Logger): { errorCode: string; errorMessage: string } {
  if (error instanceof Problem) return { errorCode: error.code, errorMessage: redactText(error.message, 400) };
  log.error({ err: error }, `${work} failed unexpectedly`);
  return { errorCode: 'INTERNAL_ERROR', errorMessage: `The runner failed on ${work}.` };
}
