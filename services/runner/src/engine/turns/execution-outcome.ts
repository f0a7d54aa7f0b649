import { Blame, Outcome, type IterationOutput, type RunStop } from '@assay/mesh/gen/assay/v1/iterations';
import { Problem, reasons } from '@assay/contract/problem';
import type { Logger } from '@assay/kit/log';
import { redactText } from '@assay/kit/security/redact';
import { failureOf } from '@assay/work/runner/within-time';
import { IterationFailure } from '../../domain/iterations/iteration-failure.ts';
import { ProviderFailure } from '../models/turn-model.ts';
import { serverErrorOf } from '../../reach/sessions/server-error.ts';

/** The outcome of an iteration, with its error. */
export type ExecutionOutcome = Pick<IterationOutput, 'outcome' | 'errorCode' | 'errorMessage' | 'blame' | 'stop'>;

export const COMPLETED_EXECUTION: ExecutionOutcome = {
  outcome: Outcome.COMPLETED,
  errorCode: '',
  errorMessage: '',
  blame: Blame.UNSPECIFIED,
};
const cancelledOutcome = (work: BrokenWork['work']): ExecutionOutcome => ({
  outcome: Outcome.CANCELLED,
  errorCode: 'CANCELLED',
  errorMessage: `The ${work} was cancelled.`,
  blame: Blame.UNSPECIFIED,
});

/** Work that ended with an error: whether it was cancelled or timed out. */
interface BrokenWork {
  work: 'iteration' | 'turn' | 'session' | 'trial';
  cancelled: boolean;
  timedOutAfterMs: number | undefined;
}

/** The ending of an iteration whose transcript is too large for a report. */
export const TRANSCRIPT_TOO_LARGE: ExecutionOutcome = {
  outcome: Outcome.FAILED,
  errorCode: 'INTERNAL_ERROR',
  errorMessage: 'The transcript of this iteration is too large for a report.',
  blame: Blame.PLATFORM,
};

/** Derives the ending of an iteration, a turn or a session from an error, with the party to blame. */
export function executionOutcomeOf(
  error: unknown,
  { work, cancelled, timedOutAfterMs }: BrokenWork,
  log: Logger,
): ExecutionOutcome {
  if (cancelled) return cancelledOutcome(work);
  const { outcome, blame, problem } = whose(error);
  if (timedOutAfterMs !== undefined) {
    // A wait that does not name another party is a wait for a server.
    const waitedFor =
      error instanceof IterationFailure || error instanceof ProviderFailure || error instanceof Problem
        ? blame
        : Blame.SERVER;
    return {
      outcome: Outcome.TIMED_OUT,
      errorCode: 'TIMEOUT',
      errorMessage: `The ${work} took longer than ${timedOutAfterMs / 1_000} s.${error instanceof Problem ? ` ${redactText(error.message, 400)}` : ''}`,
      blame: waitedFor,
    };
  }
  const stop = stopOf(error);
  const failure =
    outcome === Outcome.FAILED && blame === Blame.SERVER && problem instanceof Problem
      ? refusedRequest(problem)
      : failureOf(problem, `this ${work}`, log);
  if (!stop)
    return {
      outcome,
      blame,
      ...failure,
      ...(blame === Blame.CASSETTE && { errorCode: reasons.CASSETTE_MISS }),
    };
  return {
    outcome: Outcome.BLOCKED,
    blame,
    ...failure,
    errorCode: stop.code,
    stop,
  };
}

/** The failure of a connected server on a request that an iteration cannot do without, such as the list of its tools. */
function refusedRequest(problem: Problem): Pick<ExecutionOutcome, 'errorCode' | 'errorMessage'> {
  const { code: errorCode, message: errorMessage } = serverErrorOf(problem);
  return { errorCode, errorMessage };
}

function whose(error: unknown): { outcome: Outcome; blame: Blame; problem: unknown } {
  if (error instanceof IterationFailure) return { outcome: error.outcome, blame: error.blame, problem: error.cause };
  if (error instanceof ProviderFailure)
    return { outcome: Outcome.FAILED, blame: Blame.PROVIDER, problem: error.problem };
  return { outcome: Outcome.FAILED, blame: Blame.PLATFORM, problem: error };
}

/** Why the run cannot go on, if this error says so. */
function stopOf(error: unknown): RunStop | undefined {
  if (error instanceof ProviderFailure && error.outlook.stop) {
    const { stop, afterMs } = error.outlook;
    return {
      code: stop,
      message: error.message,
      resetsAtMs: afterMs === undefined ? 0 : Date.now() + Math.round(afterMs),
      budgetId: '',
    };
  }
  if (!(error instanceof Problem) || error.details?.reason !== reasons.BUDGET_EXHAUSTED) return undefined;
  const { budgetId, resetsAt = 0 } = error.details as { budgetId: string; resetsAt?: number };
  return {
    code: reasons.BUDGET_EXHAUSTED,
    message: error.message,
    resetsAtMs: resetsAt,
    budgetId,
  };
}
