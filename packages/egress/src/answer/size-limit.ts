import { errors } from 'undici';

/** The largest answer; with `perEvent`, the limit applies to each event of a requested event stream. */
export interface SizeLimit {
  maxBytes: number;
  perEvent: boolean;
}

/** Receives each piece of a body and answers whether the body is too large. */
export type Meter = (piece: Uint8Array) => boolean;

const EVENT_STREAM = /^text\/event-stream/i;
/** An event ends with two line breaks, each LF, CR LF or CR. Any two line breaks contain one of these. */
const BLANK_LINES = ['\n\n', '\n\r', '\r\r'].map((text) => Buffer.from(text));

/** Whether the limit applies per event; an error is always limited as a whole. */
export const isLimitedPerEvent = ({ perEvent }: SizeLimit, status: number, contentType = ''): boolean =>
  perEvent && status >= 200 && status < 300 && EVENT_STREAM.test(contentType);

/**
 * Counts the bytes of a body. Of an event stream it counts the bytes since the last blank line, because a reader
 * holds only one event in memory.
 */
export function byteMeter(maxBytes: number, inEvents: boolean): Meter {
  let bytes = 0;
  let last = 0;
  return (piece) => {
    const began = inEvents ? afterBlankLine(last, piece) : 0;
    bytes = began > 0 ? piece.byteLength - began : bytes + piece.byteLength;
    last = piece.at(-1) ?? last;
    return bytes > maxBytes;
  };
}

export const responseTooLargeError = (): Error => new errors.ResponseExceededMaxSizeError('The response is too large.');

/** The end of the last blank line in a piece, which may have begun in the previous piece; 0 when there is none. */
function afterBlankLine(last: number, piece: Uint8Array): number {
  const buffer = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  const found = Math.max(...BLANK_LINES.map((blank) => buffer.lastIndexOf(blank)));
  if (found >= 0) return found + 2;
  return BLANK_LINES.some(([first, second]) => first === last && second === piece[0]) ? 1 : 0;
}
