import type { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Target } from './target.ts';
import type { Timeouts } from './timeouts.ts';
import type { Wire } from './wire.ts';

/** A client whose handshake is done, and the HTTP under it. */
export interface Link {
  target: Target;
  client: Client;
  transport: StreamableHTTPClientTransport | SSEClientTransport;
  wire: Wire;
  timeouts: Timeouts;
  traceparent: string | undefined;
}
