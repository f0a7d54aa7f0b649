import { promisify } from 'node:util';
import { constants, gzip, gzipSync } from 'node:zlib';

/** What is smaller is compressed on the spot, in bytes: handing 1 KB to a thread takes six times as long as compressing it. */
const SMALL_BYTES = 32 * 1024;
const FAST = { level: constants.Z_BEST_SPEED };
const inThread = promisify(gzip);

/** Compresses what is stored of a trial with gzip, for speed rather than for size. */
export const compress = async (content: Uint8Array | string): Promise<Buffer> =>
  content.length < SMALL_BYTES ? gzipSync(content, FAST) : inThread(content, FAST);
