import { type Answer } from './answer.ts';
import type { ClientContext } from './client-context.ts';
import { Deadline } from './deadline.ts';
import type { Operation } from './operation-entry.ts';
import type { CallArguments, PreparedRequest } from './request.ts';
type Options = CallArguments['options'];
/** Sends a request once, and reads its answer to the end. */
export declare function sendOnce(
  context: ClientContext,
  operation: Operation,
  request: PreparedRequest,
  options: Options,
): Promise<Answer>;
/** Sends a request once, with the proof of its caller; throws its refusal. */
export declare function openOnce(
  { fetch: send, prover }: ClientContext,
  operation: Operation,
  { url, headers, body }: PreparedRequest,
  deadline: Deadline,
): Promise<Response>;
export {};
