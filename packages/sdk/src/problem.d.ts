import { Problem as PlatformProblem } from '@assay/contract/problem';
/** The facts about the answer that a `Problem` was made of. */
interface RefusedAnswer {
  operationId: string;
  status: number;
  headers: Headers;
  /** The parsed body, or its text when it is not JSON. */
  body: unknown;
}
/**
 * The platform refused a request, or a proxy before it did. `code` says why; a newer platform may send codes that
 * `ProblemCode` does not list.
 */
export declare class Problem extends PlatformProblem {
  /** The operation that was called. */
  readonly operationId: string;
  /** The HTTP status. */
  readonly status: number;
  /** Finds the request in the logs of the platform. */
  readonly requestId: string | undefined;
  /** The whole body: some refusals are documents with more fields than `code`, `message` and `details`. */
  readonly body: unknown;
  /** Whether the body was an error of the platform, and not the page of a proxy. */
  readonly isFromPlatform: boolean;
  constructor({ operationId, status, headers, body }: RefusedAnswer);
  /** The cause, where several have one code; docs/errors.md of the platform lists them. */
  get reason(): string | undefined;
}
/** The refusal that a stream tells as its last event. */
export declare function problemInStream(operationId: string, body: unknown): Problem;
export {};
