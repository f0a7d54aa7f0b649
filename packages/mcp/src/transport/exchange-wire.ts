import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { WireExchange } from './exchange.ts';

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
