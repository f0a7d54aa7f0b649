import type { Credential } from './credential.ts';
import type { EvalRunCi, EvalRunLauncher } from './gen/documents.ts';
import type { OptionName } from './operation-entry.ts';

/** The function that sends requests: `fetch` of the runtime, or one with its signature. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** One attempt of a request, for logs. It holds no credential, no body, and the path without the values of its parameters. */
export interface LogEntry {
  operationId: string;
  method: string;
  /** The path of the operation, such as `/api/v1/projects/{projectId}/eval-runs`. */
  path: string;
  /** 1 for the first attempt. */
  attempt: number;
  durationMs: number;
  /** The HTTP status; absent when no answer came. */
  status?: number;
  /** Finds the request in the logs of the platform. */
  requestId?: string;
  /** The code of a refusal, or the kind of a connection's failure, or `aborted`. */
  failure?: string;
  /** The time until the next attempt; absent when there is none. */
  retryInMs?: number;
}

/** The options of a client. */
export interface ClientOptions {
  /** The address of the installation, with the path under which a proxy serves it. In a browser it may be relative. */
  url: string | URL;
  /** The proof of the caller. Without it only public operations can be called, and a browser's cookie of a visitor. */
  credential?: Credential | undefined;
  /** Sends the requests in place of the runtime's `fetch`. */
  fetch?: Fetch | undefined;
  /** The longest time of one attempt of a call, in milliseconds; a call that waits for a change has its wait beside it. Not of streams. */
  timeoutMs?: number | undefined;
  /** As the option of a request. */
  retries?: number | undefined;
  /** Ends every request and every stream of the client; each then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Is told every attempt when it is over. An error that it throws is ignored. */
  log?: ((entry: LogEntry) => void) | undefined;
}

/** The options of every request. */
export interface RequestOptions {
  /** Ends the request with its retries, or the stream; the call then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /**
   * The longest time of one attempt, in milliseconds. The default is five seconds more than the platform allows itself
   * for the operation. For a stream it is the longest silence, 60 seconds by default.
   */
  timeoutMs?: number | undefined;
  /**
   * How often a failed request is repeated, 2 by default, if the operation may be repeated. For a stream it is how often
   * in a row connecting may fail, 10 by default.
   */
  retries?: number | undefined;
  /** Further headers. */
  headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Is told whether a stream has a connection: when one stands, and when it ended or could not be made and another one
   * is tried. Not called for other requests, and not after the end of the stream.
   */
  onConnection?: ((isConnected: boolean) => void) | undefined;
}

/** The options that only some operations have, by name. */
export interface OperationOptions {
  /** The CI job behind the request. */
  ci: EvalRunCi;
  /** The id under which a file declares the suite: the request acts for that file. */
  declaredSuiteId: string;
  /** Makes a repeated request answer what the first one was answered. The client makes a key when there is none. */
  idempotencyKey: string;
  /** The id of the last event that was received: the stream goes on after it. */
  lastEventId: string;
  /** The program that starts the run. */
  launcher: EvalRunLauncher;
  /** How many seconds the answer may wait for a change. */
  preferredWait: number;
}

/** The options of an operation that has some of its own. */
export type OptionsWith<Name extends OptionName> = RequestOptions & {
  [Each in Name]?: OperationOptions[Each] | undefined;
};
