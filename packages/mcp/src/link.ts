import type { Client, Transport } from '@modelcontextprotocol/client';
import type { Exchange } from './transport/exchange.ts';
import type { ServerTarget } from './target.ts';
import type { Timeouts } from './timeouts.ts';
import type { HttpWire } from './transport/wire.ts';

/** How long the handshake took, in milliseconds: until the server first answered anything, and altogether. */
export interface HandshakeTiming {
  firstAnswerMs: number;
  totalMs: number;
}

/** A client whose handshake is done, and what is under it. */
export interface SessionConnection {
  target: ServerTarget;
  client: Client;
  transport: Transport;
  wire: Pick<HttpWire, 'listen' | 'forget'>;
  /** The command that is the server, where it is one. */
  program: Exchange['program'];
  timeouts: Timeouts;
  timing: HandshakeTiming;
  traceparent: string | undefined;
  /** Somebody answers what the server asks of us. */
  answering: boolean;
  /** Somebody listens to what the server logs. */
  logging: boolean;
}
