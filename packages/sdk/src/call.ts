import type { Answer } from './answer.ts';
import { ConnectionFailure } from './connection-failure.ts';
import type { ClientContext } from './client-context.ts';
import type { LogEntry } from './options.ts';
import type { Operation } from './operation-entry.ts';
import { Problem } from './problem.ts';
import { prepareRequest, type CallArguments } from './request.ts';
import { mayRepeat, pause, pauseBefore } from './retry.ts';
import { sendOnce } from './send-once.ts';

/** How often a failed request is repeated. */
const RETRIES = 2;

/** Calls an operation, and repeats the request where it may be repeated. */
export async function call(context: ClientContext, operation: Operation, args: CallArguments): Promise<Answer> {
  const { options } = args;
  const request = prepareRequest(context.base, operation, args);
  const retries = options.retries ?? context.retries ?? RETRIES;
  const repeats = mayRepeat(operation, request.hasKey);
  let mayRenew = context.prover.usesCookie;
  for (let attempt = 1, failures = 0; ; attempt++) {
    const logged = logAttempt(context, operation, attempt);
    try {
      const answer = await sendOnce(context, operation, request, options);
      logged(answer);
      context.prover.learnFrom(answer.data);
      return answer;
    } catch (error) {
      // The refusal changed nothing, so that every request may be repeated with another token.
      const renews = mayRenew && error instanceof Problem && error.reason === 'CSRF_TOKEN_NEEDED';
      const again = (repeats || isRateLimit(error)) && ++failures <= retries;
      const wait = renews ? 0 : again ? pauseBefore(error, failures, Math.random()) : undefined;
      logged(undefined, error, wait);
      if (wait === undefined) throw error;
      if (renews) {
        mayRenew = false;
        context.prover.forgetCsrfToken();
      }
      await pause(wait, options.signal);
    }
  }
}

/** Whether the platform refused a request before it did anything, so that any request may be repeated. */
const isRateLimit = (error: unknown): boolean =>
  error instanceof Problem && error.isFromPlatform && error.status === 429;

/** Begins an attempt; the result tells the log how it ended. */
export function logAttempt({ log }: ClientContext, { id, method, path }: Operation, attempt: number) {
  const begun = performance.now();
  return (answer: Pick<Answer, 'status' | 'requestId'> | undefined, failure?: unknown, retryInMs?: number): void => {
    const told = answer ?? (failure instanceof Problem ? failure : undefined);
    const entry: LogEntry = { operationId: id, method, path, attempt, durationMs: performance.now() - begun };
    if (told) entry.status = told.status;
    if (told?.requestId !== undefined) entry.requestId = told.requestId;
    if (answer === undefined) entry.failure = failureName(failure);
    if (retryInMs !== undefined) entry.retryInMs = retryInMs;
    log(entry);
  };
}

function failureName(failure: unknown): string {
  if (failure instanceof Problem) return failure.code;
  if (failure instanceof ConnectionFailure) return failure.kind;
  return 'aborted';
}
