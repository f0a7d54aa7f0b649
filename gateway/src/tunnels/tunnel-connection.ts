import { constants, type ClientHttp2Session, type ClientHttp2Stream, type OutgoingHttpHeaders } from 'node:http2';
import type { WebSocket } from 'ws';
import { clientSession, MAX_STREAMS, type EndReason } from '@assay/tunnel/session';

/** The time limit for the peer to close the connection, in milliseconds. */
const GOODBYE_MS = 1_000;

/** The connection of a server that dialed in; requests are multiplexed over it. */
export class TunnelConnection {
  readonly #socket: WebSocket;
  readonly #session: ClientHttp2Session;
  #busy = 0;
  #requests = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    this.#session = clientSession(socket);
  }

  /** Requests in flight. */
  get busy(): number {
    return this.#busy;
  }

  /** Requests that it has carried, these in flight included. */
  get requests(): number {
    return this.#requests;
  }

  get isClosed(): boolean {
    return this.#session.closed || this.#session.destroyed;
  }

  /** Begins a request; its body is written to the stream. Undefined when too many are in flight. */
  request(headers: OutgoingHttpHeaders): ClientHttp2Stream | undefined {
    if (this.#busy >= MAX_STREAMS) return undefined;
    const stream = this.#session.request(headers, { endStream: false });
    this.#busy++;
    this.#requests++;
    stream.once('close', () => this.#busy--);
    return stream;
  }

  close(reason: EndReason): void {
    if (!this.isClosed) {
      this.#session.goaway(constants.NGHTTP2_NO_ERROR, 0, Buffer.from(reason));
      this.#session.destroy();
    }
    setTimeout(() => this.#socket.terminate(), GOODBYE_MS).unref();
  }
}
