import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

/**
 * Answers 200 to everything, on all addresses. A runner has no clients, so this port is for probes only: an answer means
 * that the event loop turns. Rejects when the port cannot be listened on.
 */
export async function serveHealth(port: number): Promise<Server> {
  const server = createServer((_request, response) => void response.end('ok'));
  server.listen(port);
  await once(server, 'listening');
  // A runner that has ended its work does not wait for its probes.
  return server.unref();
}
