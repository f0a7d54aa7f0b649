import { compress, decompress } from '@assay/kit/compress';

/** Shorter parts travel as they are, in bytes: compressing and inflating one takes longer than sending it. */
const PLAIN_BYTES = 16 * 1024;
/** The first byte of gzip, with which no JSON begins. */
const GZIP = 0x1f;

/** A part of a trace for the way from a runner to its service: JSON, gzipped unless it is short. */
export const sentPart = async (json: string): Promise<Buffer> => {
  const bytes = Buffer.from(json);
  return bytes.length < PLAIN_BYTES ? bytes : compress(bytes);
};

/** The JSON of a part that was sent. Rejects when its gzip is malformed, or stands for more than `maxBytes`. */
export const textOfPart = async (sent: Uint8Array, maxBytes: number): Promise<Buffer> =>
  sent[0] === GZIP ? decompress(sent, maxBytes) : Buffer.from(sent.buffer, sent.byteOffset, sent.length);
