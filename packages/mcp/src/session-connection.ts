import type { Client, Transport } from '@modelcontextprotocol/client';
import type { WireExchange } from './transport/exchange.ts';
import type { ServerTarget } from './target.ts';
import type { ServerTimeouts } from './timeouts.ts';
import type { ExchangeWire } from './transport/exchange-wire.ts';

export type TransportKind = 'streamable-http' | 'sse' | 'stdio';

/** The duration of the handshake in milliseconds, without a probe that got no answer: until the first answer, and in total. */
export interface HandshakeTiming {
  firstAnswerMs: number;
  totalMs: number;
}

/** A client after its handshake, with its transport. */
export interface SessionConnection {
  target: ServerTarget;
  client: Client;
  transport: Transport;
  wire: ExchangeWire;
  /** The command, for a server that is started by one. */
  program: WireExchange['program'];
  timeouts: ServerTimeouts;
  timing: HandshakeTiming;
  traceparent: string | undefined;
  /** Whether the client answers requests of the server. */
  answering: boolean;
  /** Whether the client receives log messages of the server. */
  logging: boolean;
}
