import { promisify } from 'node:util';
import { constants, gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib';

/**
 * Texts below this size, in bytes, are compressed in this thread: handing 1 KB to another thread takes six times as
 * long as compressing it.
 */
const SMALL_BYTES = 32 * 1024;
const FAST = { level: constants.Z_BEST_SPEED };
const inThread = promisify(gzip);
const unzipInThread = promisify(gunzip);

/** Compresses with gzip, for speed rather than for size. */
export const compress = async (content: Uint8Array | string): Promise<Buffer> =>
  content.length < SMALL_BYTES ? gzipSync(content, FAST) : inThread(content, FAST);

/** The bytes that content of `compress` had, as gzip notes at its end. Content from outside may say anything there. */
export const uncompressedBytes = (content: Uint8Array): number =>
  content.length < 4
    ? 0
    : Buffer.from(content.buffer, content.byteOffset, content.length).readUInt32LE(content.length - 4);

/** Decompresses gzip. Rejects when it is none, or would be larger than `maxBytes`: a few bytes can stand for a gigabyte. */
export async function decompress(content: Uint8Array, maxBytes: number): Promise<Buffer> {
  if (content.length < SMALL_BYTES / 4) {
    try {
      return gunzipSync(content, { maxOutputLength: Math.min(maxBytes, SMALL_BYTES) });
    } catch {
      // It may only be larger: then a thread does it.
    }
  }
  return unzipInThread(content, { maxOutputLength: maxBytes });
}
