import type { WebSocket } from 'ws';
import { decodeFrame, encodeFrame, MAX_FRAME, type RequestHead } from './frames.ts';
import { TunnelCut, TunnelStream } from './tunnel-stream.ts';

export const CLOSED = 4001;
export const REPLACED = 4002;
/** The peer does not keep to the protocol (RFC 6455, section 7.4.1). */
const PROTOCOL_ERROR = 1002;

/** Requests under way at once, at most. */
export const MAX_STREAMS = 256;
const PING_MS = 15_000;
/** How long the other side may take to say goodbye, in milliseconds. */
const GOODBYE_MS = 1_000;

/** Carries requests over one WebSocket. `onRequest` answers them; a side without it only asks. */
export class Multiplex {
  readonly #socket: WebSocket;
  readonly #streams = new Map<number, TunnelStream>();
  readonly #onRequest: ((head: RequestHead, stream: TunnelStream) => void) | undefined;
  readonly #pings: NodeJS.Timeout;
  #last = 0;
  #alive = true;

  constructor(socket: WebSocket, onRequest?: (head: RequestHead, stream: TunnelStream) => void) {
    [this.#socket, this.#onRequest] = [socket, onRequest];
    socket.on('message', (data: Buffer, isBinary) => {
      this.#alive = true;
      if (!isBinary || !this.#take(data)) this.close(PROTOCOL_ERROR);
    });
    socket.on('pong', () => {
      this.#alive = true;
    });
    socket.on('ping', () => {
      this.#alive = true;
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clearInterval(this.#pings);
      for (const stream of this.#streams.values()) stream.destroy(new TunnelCut('The tunnel was cut.'));
    });
    this.#pings = setInterval(() => {
      if (!this.#alive) return socket.terminate();
      this.#alive = false;
      socket.ping();
    }, PING_MS);
  }

  /** Requests under way. */
  get busy(): number {
    return this.#streams.size;
  }

  /** Sends a request. Undefined when there are too many under way, or its head is too large. */
  open(head: RequestHead): TunnelStream | undefined {
    const payload = Buffer.from(JSON.stringify(head));
    if (this.#streams.size >= MAX_STREAMS || payload.length > MAX_FRAME / 2) return undefined;
    this.#last = (this.#last + 1) % 2 ** 32;
    this.#send(encodeFrame('request', this.#last, payload));
    return this.#begin(this.#last);
  }

  close(code: number): void {
    this.#socket.close(code);
    setTimeout(() => this.#socket.terminate(), GOODBYE_MS).unref();
  }

  /** False for what is no message of the protocol. */
  #take(data: Buffer): boolean {
    const frame = decodeFrame(data);
    if (!frame) return false;
    if (frame.kind !== 'request') {
      // What a stream still gets after its end was on its way before that was known.
      return this.#streams.get(frame.stream)?.receive(frame) ?? true;
    }
    const head = requestOf(frame.payload);
    if (!this.#onRequest || !head || this.#streams.has(frame.stream) || this.#streams.size >= MAX_STREAMS) return false;
    this.#onRequest(head, this.#begin(frame.stream));
    return true;
  }

  #begin(id: number): TunnelStream {
    const stream = new TunnelStream(id, (frame) => this.#send(frame));
    this.#streams.set(id, stream);
    stream.once('close', () => this.#streams.delete(id));
    return stream;
  }

  #send(frame: Buffer): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(frame);
  }
}

function requestOf(payload: Buffer): RequestHead | undefined {
  try {
    const { method, query, headers } = JSON.parse(payload.toString()) as RequestHead;
    return typeof method === 'string' && typeof query === 'string' && typeof headers === 'object' && headers !== null
      ? { method, query, headers }
      : undefined;
  } catch {
    return undefined;
  }
}
