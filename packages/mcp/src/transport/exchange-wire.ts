import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { WireExchange } from './exchange.ts';

/** The shortest time between two attempts to open a stream, in milliseconds; the server's `retry:` may ask for more. */
export const STREAM_FLOOR_MS = 1_000;

/** The side of a transport that its session uses beside messages. */
export interface ExchangeWire {
  /** Opens the stream for unsolicited messages, which quick sessions do without. */
  listen(): void;
  /** Drops the pending answers of a finished exchange. */
  forget(exchange: WireExchange): void;
}

/** A cancellation is not part of the exchange that it cancels. */
export const isCancellation = (message: JSONRPCMessage): boolean =>
  'method' in message && message.method === 'notifications/cancelled';
