import type { Transport } from '@modelcontextprotocol/client';
import { StreamableTransport } from './streamable-http/streamable-transport.ts';

/** Ends the session on the server too, waiting at most a second. Never throws. */
export async function endSession(transport: Transport): Promise<void> {
  if (transport instanceof StreamableTransport) await transport.terminateSession().catch(() => {});
}
