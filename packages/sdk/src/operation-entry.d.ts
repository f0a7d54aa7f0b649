/** The headers, and one query parameter, that callers set as options of an operation. */
export type OptionName = 'ci' | 'declaredSuiteId' | 'idempotencyKey' | 'lastEventId' | 'launcher' | 'preferredWait';
/** The facts about an operation that a call of it needs; `gen/operations.ts` is printed from the contract. */
export interface OperationEntry {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below the address of the installation. */
  path: string;
  /** Where the input is and how it is written; absent when there is none. */
  input?: 'query' | 'json' | 'bytes' | 'form';
  /** The media type of a body that is not JSON. */
  consumes?: string;
  /** The options that it reads beside the options of every request. */
  options?: readonly OptionName[];
  /** How long the platform waits for its own answer, in milliseconds, where it is not the default. */
  timeoutMs?: number;
  /** Changes no stored data, although its method is not GET. */
  isSafe?: true;
  /** Has an effect outside of the platform, so it is never repeated. */
  hasEffect?: true;
  /** Needs no credential: it is public, or its caller is a visitor by cookie. */
  isAnonymous?: true;
  /** Answers with a redirect, which is told and not followed. */
  redirects?: true;
  /** The field of its reply that holds the items of a page. */
  list?: string;
  /** Answers with server-sent events. */
  isStream?: true;
  /** The type of the event after which its stream has no other. */
  lastEvent?: string;
}
/** An operation with its id. */
export interface Operation extends OperationEntry {
  id: string;
}
/** The names of the parameters in a path. */
export declare const parametersOf: (path: string) => string[];
