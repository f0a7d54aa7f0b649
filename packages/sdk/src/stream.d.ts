import type { ClientContext } from './client-context.ts';
import type { Operation } from './operation-entry.ts';
import { type CallArguments } from './request.ts';
/** An event of a stream. */
export interface StreamEvent {
  /** A cursor: with the option `lastEventId` a stream goes on after it. */
  id: string;
  type: string;
  data: unknown;
}
/**
 * Follows a stream to its last event. A connection that ends before is opened again after a pause, and goes on after the
 * last event that was received.
 */
export declare function followStream(
  context: ClientContext,
  operation: Operation,
  call: CallArguments,
): AsyncGenerator<StreamEvent>;
