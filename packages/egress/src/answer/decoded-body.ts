import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { AnswerBody, EgressRequest } from '../request.ts';
import { responseTooLargeError, type Meter } from './size-limit.ts';

const ZLIB = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH };
/** Each passes on what it has decoded with every piece: an event must not wait for the next one. */
const DECODERS: Record<string, () => Transform> = {
  gzip: () => createGunzip(ZLIB),
  'x-gzip': () => createGunzip(ZLIB),
  deflate: () => createInflate(ZLIB),
  br: () => createBrotliDecompress(BROTLI),
};
/** The encodings that requests accept: not `deflate`, which servers send in two formats (RFC 9110 section 8.4.1.2). */
export const ACCEPTED_ENCODINGS = 'gzip, br';

/** The encodings of a body, the outermost last; none when one of them is unknown, as then nothing is decoded. */
export function encodingsOf(named: string | undefined, method: string): string[] {
  if (!named || method === 'HEAD') return [];
  const encodings = named.split(',').map((each) => each.trim().toLowerCase());
  return encodings.every((each) => Object.hasOwn(DECODERS, each)) ? encodings : [];
}

/** The decoded body, which fails once it has unfolded to too much: a few kilobytes of gzip can hold gigabytes. */
export function decodedBody(
  body: AnswerBody,
  encodings: string[],
  isTooLarge: Meter,
  signal: EgressRequest['signal'],
): AnswerBody {
  const steps = encodings.toReversed().map((each) => DECODERS[each]!());
  const decoded = pipeline([Readable.from(piecesOf(body)), ...steps], () => {}) as unknown as Transform;
  const pieces = decoded[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return {
    read: async () => {
      const { done, value } = await pieces.next().catch((error: unknown) => {
        if (signal?.aborted) throw signal.reason;
        // A body that was lost has told why.
        throw error instanceof TypeError ? error : new TypeError('terminated', { cause: error });
      });
      if (done) return undefined;
      if (!isTooLarge(value)) return value;
      decoded.destroy();
      body.cancel();
      throw new TypeError('terminated', { cause: responseTooLargeError() });
    },
    // Not by the iterator, which would wait for the next piece.
    cancel: (reason) => {
      decoded.destroy();
      body.cancel(reason);
    },
  };
}

async function* piecesOf(body: AnswerBody): AsyncGenerator<Uint8Array> {
  for (let piece = await body.read(); piece; piece = await body.read()) yield piece;
}
