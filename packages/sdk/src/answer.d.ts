import type { Operation } from './operation-entry.ts';
/** The answer of a call with what its reply does not tell. */
export interface Answer<Reply = unknown> {
  /** The reply, as the call alone returns it. */
  data: Reply;
  status: number;
  headers: Headers;
  /** Finds the request in the logs of the platform. */
  requestId: string | undefined;
  /** Whether it is the answer of an earlier request with the same idempotency key. */
  isReplay: boolean;
}
/** Where an operation leads that answers with a redirect; browsers do not tell scripts. */
export interface Redirect {
  location: string | undefined;
}
/**
 * Throws the refusal of an answer that is none of the operation's: a `Problem`, or a ConnectionFailure for a redirect,
 * after which the credential would reach another address.
 */
export declare function assertAnswered(operation: Operation, response: Response): Promise<void>;
/** Reads a successful answer to its end. */
export declare function readAnswer(operation: Operation, response: Response): Promise<Answer>;
