import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { asListenFault } from './listen-fault.ts';
import { HEALTH_PORT } from './settings/process-settings.ts';

/**
 * Answers probes on all addresses: 503 to `/readyz` while the process is not ready, 200 to everything else. An answer
 * means that the event loop turns. Rejects with a ConfigError when the port cannot be listened on.
 */
export async function serveHealth(port: number, isReady = () => true): Promise<Server> {
  const server = createServer(({ url }, response) => {
    const isRefused = url === '/readyz' && !isReady();
    response.writeHead(isRefused ? 503 : 200).end(isRefused ? 'stopping' : 'ok');
  });
  server.listen(port);
  await once(server, 'listening').catch((error: unknown) => {
    throw asListenFault(error, { port, setting: HEALTH_PORT.name });
  });
  // A process that has ended its work does not wait for its probes.
  return server.unref();
}
