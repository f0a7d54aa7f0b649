import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';

/** Ends the session on the server too, waiting at most a second. Never throws. */
export async function endSession(transport: Transport): Promise<void> {
  if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession().catch(() => {});
}
