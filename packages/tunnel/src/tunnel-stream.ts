import { Duplex } from 'node:stream';
import { creditOf, encodeFrame, MAX_BODY, type Frame, type ResponseFault, type ResponseHead } from './frames.ts';

/** How much of each direction may be on its way unread, in bytes. */
export const WINDOW = 256 * 1024;

/** The tunnel was cut, or the other side wants no more of a stream. */
export class TunnelCut extends Error {
  override readonly name = 'TunnelCut';
}

/** One request and its response: what is written goes to the other side as a body, what is read came from there. */
export class TunnelStream extends Duplex {
  readonly #id: number;
  readonly #send: (frame: Buffer) => void;
  readonly #response = Promise.withResolvers<ResponseHead | ResponseFault>();
  /** What may still be sent. */
  #credit = WINDOW;
  /** What was received and is not granted anew. */
  #taken = 0;
  #unsent: { rest: Buffer; done: () => void } | undefined;
  #over = { sent: false, received: false };

  constructor(id: number, send: (frame: Buffer) => void) {
    super({ readableHighWaterMark: WINDOW / 2, writableHighWaterMark: MAX_BODY });
    [this.#id, this.#send] = [id, send];
    this.#response.promise.catch(() => undefined);
    // Whoever pipes hears of it, too; a stream that nobody listens to must not end the process.
    this.on('error', () => undefined);
  }

  /** The head of the response; rejects when there will be none. */
  get response(): Promise<ResponseHead | ResponseFault> {
    return this.#response.promise;
  }

  respond(head: ResponseHead | ResponseFault): void {
    if (!this.destroyed) this.#send(encodeFrame('response', this.#id, Buffer.from(JSON.stringify(head))));
  }

  /** Takes a message of the other side. False when it breaks the rules. */
  receive({ kind, payload }: Frame): boolean {
    if (kind === 'abort') {
      this.#over = { sent: true, received: true };
      this.destroy(new TunnelCut('The other side gave the request up.'));
    } else if (kind === 'response') {
      const head = headOf(payload);
      if (!head) return false;
      this.#response.resolve(head);
    } else if (kind === 'body') {
      this.#taken += payload.length;
      if (this.#taken > WINDOW || this.#over.received) return false;
      // The message's memory is its own, so nothing has to be copied.
      this.push(payload);
    } else if (kind === 'end') {
      this.#over.received = true;
      this.push(null);
    } else if (kind === 'credit') {
      if (payload.length !== 4) return false;
      this.#credit = Math.min(this.#credit + payload.readUInt32BE(0), WINDOW);
      this.#flush();
    } else {
      return false;
    }
    return true;
  }

  override _read(): void {
    if (this.#taken < WINDOW / 4 || this.#over.received) return;
    this.#send(encodeFrame('credit', this.#id, creditOf(this.#taken)));
    this.#taken = 0;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#unsent = { rest: chunk, done };
    this.#flush();
  }

  override _final(done: () => void): void {
    this.#over.sent = true;
    this.#send(encodeFrame('end', this.#id));
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.#over.sent || !this.#over.received) this.#send(encodeFrame('abort', this.#id));
    this.#response.reject(error ?? new TunnelCut('The request was given up.'));
    done(error);
  }

  #flush(): void {
    while (this.#unsent && this.#credit > 0) {
      const { rest, done } = this.#unsent;
      const piece = rest.subarray(0, Math.min(MAX_BODY, this.#credit));
      this.#credit -= piece.length;
      this.#send(encodeFrame('body', this.#id, piece));
      this.#unsent = piece.length < rest.length ? { rest: rest.subarray(piece.length), done } : undefined;
      if (!this.#unsent) done();
    }
  }
}

function headOf(payload: Buffer): ResponseHead | ResponseFault | undefined {
  try {
    const head = JSON.parse(payload.toString()) as Partial<ResponseHead & ResponseFault>;
    if (head.fault === 'unreachable') return { fault: 'unreachable' };
    const { status, headers } = head;
    return Number.isInteger(status) &&
      status! >= 200 &&
      status! <= 599 &&
      typeof headers === 'object' &&
      headers !== null
      ? { status: status!, headers }
      : undefined;
  } catch {
    return undefined;
  }
}
