import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';

/** Ends the session on the server too, if it lets itself be told within a second. Never throws. */
export async function endSession(transport: Transport): Promise<void> {
  if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession().catch(() => {});
}
