import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ListeningServer {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /** Closes all connections and waits until the port is free. */
  stop(): Promise<void>;
}

/** Serves HTTP on a free port of 127.0.0.1. */
export async function listenLocally(listener: RequestListener): Promise<ListeningServer> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
