import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as requestsRead } from 'node:timers/promises';

/** How long requests in flight may take after the stop signal, in milliseconds. */
const DRAIN_MS = 10_000;
const IDLE_CHECK_MS = 50;
/** A connection that has sent nothing for this time waits for no answer, in milliseconds. */
const SILENT_MS = 500;

/**
 * Follows the connections of a server. The function that it answers with stops accepting connections, waits for the
 * requests in flight, and cuts the rest after 10 s.
 */
export function drainable(server: Server): () => Promise<void> {
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return async () => {
    const closed = once(server, 'close');
    // A connection counts as idle until its next request is read, so requests that have arrived are read first.
    await requestsRead();
    server.close();
    // Browsers connect ahead of a request. Node counts such a connection as busy.
    const endSilent = (): void => {
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    };
    // Node closes connections that are idle now, but keeps those whose last request finishes later.
    const idleCheck = setInterval(() => void requestsRead().then(() => server.closeIdleConnections()), IDLE_CHECK_MS);
    const silent = setTimeout(endSilent, SILENT_MS);
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    await closed;
    clearInterval(idleCheck);
    clearTimeout(silent);
    clearTimeout(cut);
  };
}
