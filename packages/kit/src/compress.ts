import { promisify } from 'node:util';
import { constants, gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib';

/**
 * Texts below this size, in bytes, are compressed in this thread: handing 1 KB to another thread takes six times as
 * long as compressing it.
 */
const SMALL_BYTES = 32 * 1024;
/**
 * Settings of zlib for speed. With a window of 16 KB, results are as small as with its 32 KB, but none of zlib's buffers
 * reaches 64 KB, from where on the C library asks the system for each of them: a small text took up to 200 µs for that
 * alone.
 */
export const FAST = { level: constants.Z_BEST_SPEED, windowBits: 14, memLevel: 7 };
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
  if (uncompressedBytes(content) <= SMALL_BYTES) {
    try {
      return gunzipSync(content, { maxOutputLength: Math.min(maxBytes, SMALL_BYTES) });
    } catch {
      // It may be larger than its end says: then a thread does it.
    }
  }
  return unzipInThread(content, { maxOutputLength: maxBytes });
}
