import type { Answer } from './answer.ts';
import type { ClientContext } from './client-context.ts';
import type { Operation } from './operation-entry.ts';
import { type CallArguments } from './request.ts';
/** Calls an operation, and repeats the request where it may be repeated. */
export declare function call(context: ClientContext, operation: Operation, args: CallArguments): Promise<Answer>;
/** Begins an attempt; the result tells the log how it ended. */
export declare function logAttempt(
  { log }: ClientContext,
  { id, method, path }: Operation,
  attempt: number,
): (answer: Pick<Answer, 'status' | 'requestId'> | undefined, failure?: unknown, retryInMs?: number) => void;
