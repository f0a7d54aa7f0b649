/**
 * The kind of failure: `network` is a connection that was refused or cut, `timeout` a time-out of this client, `redirect`
 * a redirect that was not followed, `unreadable` an answer that is none of the operation's.
 */
export type ConnectionFailureKind = 'network' | 'timeout' | 'redirect' | 'unreadable';
/** No answer of the platform arrived. A request that changes something may have had its effect. */
export declare class ConnectionFailure extends Error {
  readonly name = 'ConnectionFailure';
  /** The kind of failure. */
  readonly kind: ConnectionFailureKind;
  /** The operation that was called. */
  readonly operationId: string;
  constructor(kind: ConnectionFailureKind, operationId: string, message: string, cause?: unknown);
}
