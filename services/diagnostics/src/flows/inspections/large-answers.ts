import { egressVia, type Egress } from '@assay/egress/egress';
import type { EgressAnswer } from '@assay/egress/request';
import type { ByteShares } from '@assay/kit/concurrency/byte-shares';

/** An answer up to this size is read without a share of the budget, in bytes. */
const SMALL_BYTES = 1024 * 1024;
/** One for all requests: the default reason of an abort records the stack, for every small answer, too. */
const ANSWERED = new Error('The request is answered.');

/**
 * The answers of one request whose bytes count against the budget of the process. From the second megabyte on, an
 * answer is read only once the budget has room for all of it; until then the server waits. Disposing of it gives the
 * bytes back.
 */
export class LargeAnswers implements Disposable {
  readonly #shares: ByteShares;
  readonly #owner: string;
  readonly #maxBytes: number;
  readonly #over = new AbortController();
  #taken: Promise<void> | undefined;
  #giveBack: (() => void) | undefined;

  /** @throws RATE_LIMITED while too many large answers of the owner wait. */
  constructor(shares: ByteShares, owner: string, maxBytes: number) {
    shares.refuseWhenFull(owner);
    this.#shares = shares;
    this.#owner = owner;
    this.#maxBytes = maxBytes;
  }

  /** The same egress, whose answers are counted. */
  over(egress: Egress): Egress {
    return egressVia(egress, async (url, request) => this.#counted(await egress.request(url, request)));
  }

  #counted(answer: EgressAnswer): EgressAnswer {
    const { body, headers } = answer;
    const length = 'content-encoding' in headers ? NaN : Number(headers['content-length'] ?? NaN);
    if (!body || length <= SMALL_BYTES) return answer;
    let bytes = 0;
    const read = async () => {
      const piece = await body.read();
      bytes += piece?.byteLength ?? 0;
      // A stream that outlives its question brings no answers.
      if (piece && bytes > SMALL_BYTES && !this.#over.signal.aborted)
        await this.#take(Number.isNaN(length) ? this.#maxBytes : length).catch((error: unknown) => {
          body.cancel();
          throw error;
        });
      return piece;
    };
    return { ...answer, body: { read, cancel: (reason) => body.cancel(reason) } };
  }

  /** The first large answer takes for the request; it has one such answer, apart from the pages of its lists. */
  #take(bytes: number): Promise<void> {
    return (this.#taken ??= this.#shares.take(this.#owner, bytes, this.#over.signal).then((giveBack) => {
      if (this.#over.signal.aborted) giveBack();
      else this.#giveBack = giveBack;
    }));
  }

  [Symbol.dispose](): void {
    this.#over.abort(ANSWERED);
    this.#giveBack?.();
    this.#giveBack = undefined;
  }
}
