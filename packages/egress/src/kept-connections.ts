import { Client, type buildConnector, type Dispatcher } from 'undici';
import { PROCESS_SOCKETS, type CountedSocket } from './socket-budget.ts';

/** A connection in the hands of one request. */
export interface TakenConnection {
  send(request: Omit<Dispatcher.DispatchOptions, 'origin'>, handler: Dispatcher.DispatchHandler): void;
  /** The request is over: the connection waits for the next one, or is closed already. */
  give(): void;
}

/**
 * Keep-alive connections, each with one request at a time and counted in the share of its organization. They are kept by
 * organization, because an organization's idle connections are closed when it needs the places.
 */
export class KeptConnections {
  readonly #connectorFor: (share: string) => buildConnector.connector;
  readonly #maxHeaderBytes: number;
  /** The idle connections of an organization to an origin; the last one was used last. */
  readonly #idle = new Map<string, KeptConnection[]>();

  constructor(connectorFor: (share: string) => buildConnector.connector, maxHeaderBytes: number) {
    this.#connectorFor = connectorFor;
    this.#maxHeaderBytes = maxHeaderBytes;
  }

  /** @throws Problem when the organization may have no more connections. */
  take(origin: string, share: string): TakenConnection {
    const key = `${share} ${origin}`;
    const connection = this.#idle.get(key)?.at(-1) ?? this.#open(key, origin, share);
    this.#forget(key, connection);
    connection.socket.setBusy();
    return {
      send: (request, handler) => void connection.client.dispatch({ ...request, origin }, handler),
      give: () => this.#give(key, connection),
    };
  }

  #open(key: string, origin: string, share: string): KeptConnection {
    const socket = PROCESS_SOCKETS.take(share);
    // The client's own timeouts are off: a session has a timer for each request, and a tool may be silent for longer
    // than undici's five minutes.
    const client = new Client(origin, {
      connect: this.#connectorFor(share),
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: this.#maxHeaderBytes,
    });
    const connection = { client, socket };
    // While a request uses it, the client connects again by itself.
    client.on('disconnect', () => {
      if (this.#idle.get(key)?.includes(connection)) this.#close(key, connection);
    });
    return connection;
  }

  #give(key: string, connection: KeptConnection): void {
    if (!connection.client.stats.connected) return this.#close(key, connection);
    const idle = this.#idle.get(key);
    if (idle) idle.push(connection);
    else this.#idle.set(key, [connection]);
    connection.socket.setIdle(() => this.#close(key, connection));
  }

  #close(key: string, connection: KeptConnection): void {
    this.#forget(key, connection);
    connection.socket.release();
    void connection.client.destroy();
  }

  #forget(key: string, connection: KeptConnection): void {
    const idle = this.#idle.get(key);
    const at = idle?.lastIndexOf(connection) ?? -1;
    if (at < 0) return;
    idle!.splice(at, 1);
    if (idle!.length === 0) this.#idle.delete(key);
  }
}

interface KeptConnection {
  client: Client;
  socket: CountedSocket;
}
