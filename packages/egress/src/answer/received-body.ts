import type { Dispatcher } from 'undici';
import type { AnswerBody } from '../request.ts';

/** As much of a body waits for its reader as is worth a read, in bytes; then the server has to wait. */
const READ_AHEAD_BYTES = 64 * 1024;

type Flow = Pick<Dispatcher.DispatchController, 'pause' | 'resume' | 'abort'>;

/** The body of an answer while it arrives: pieces wait for their reader, and the server waits when they are many. */
export class ReceivedBody implements AnswerBody {
  readonly #flow: Flow;
  readonly #pieces: Uint8Array[] = [];
  #waitingBytes = 0;
  #reading: PromiseWithResolvers<Uint8Array | undefined> | undefined;
  #end: { error?: unknown } | undefined;

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  push(piece: Uint8Array): void {
    if (this.#end) return;
    if (this.#reading) return this.#takeReading()!.resolve(piece);
    this.#pieces.push(piece);
    this.#waitingBytes += piece.byteLength;
    if (this.#waitingBytes >= READ_AHEAD_BYTES) this.#flow.pause();
  }

  /** Nothing follows; with an error, the rest is lost. */
  finish(end: { error?: unknown } = {}): void {
    if (this.#end) return;
    this.#end = end;
    const reading = this.#takeReading();
    if ('error' in end) reading?.reject(end.error);
    else reading?.resolve(undefined);
  }

  async read(): Promise<Uint8Array | undefined> {
    const piece = this.#pieces.shift();
    if (piece) {
      const wasFull = this.#waitingBytes >= READ_AHEAD_BYTES;
      this.#waitingBytes -= piece.byteLength;
      if (wasFull && this.#waitingBytes < READ_AHEAD_BYTES) this.#flow.resume();
      return piece;
    }
    if (!this.#end) return (this.#reading = Promise.withResolvers()).promise;
    if ('error' in this.#end) throw this.#end.error;
    return undefined;
  }

  cancel(reason?: unknown): void {
    if (this.#end) return;
    this.#pieces.length = 0;
    this.finish();
    this.#flow.abort(reason instanceof Error ? reason : new Error('The body was cancelled.'));
  }

  #takeReading(): PromiseWithResolvers<Uint8Array | undefined> | undefined {
    const reading = this.#reading;
    this.#reading = undefined;
    return reading;
  }
}
