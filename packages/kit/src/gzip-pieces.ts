import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';
import { FAST } from './compress.ts';

/**
 * A text that was deflated by itself (RFC 1951) up to a byte boundary: pieces are joined to one gzip (RFC 1952) without
 * being inflated.
 */
export interface GzipPiece {
  deflated: Buffer;
  /** The length of the text, in bytes. */
  length: number;
  crc: number;
}

/**
 * Shorter texts are not compressed, in bytes and at most 65,535: the set-up of a compression takes 50 µs, and of each
 * later inflation 15 µs, while such a text is a few pages of a disk.
 */
const VERBATIM_BYTES = 16 * 1024;
/** Longer texts are compressed in another thread, in bytes. */
const SMALL_BYTES = 32 * 1024;
/**
 * Texts that are longer than this together are inflated in other threads, in bytes. This one inflates as many in a quarter
 * of a millisecond, and to hand over one text takes 0.1 ms.
 */
const INFLATED_HERE_BYTES = 256 * 1024;
/** The largest part of a text that is inflated into one buffer, in bytes: the length of a damaged piece may be any. */
const MAX_BUFFER = 1024 * 1024;
/** Ends at a byte boundary, without marking the last block as the final one. */
const OPEN = { ...FAST, finishFlush: constants.Z_SYNC_FLUSH };
const [deflateInThread, inflateInThread] = [promisify(deflateRaw), promisify(inflateRaw)];

/** Compresses a text, unless it is short. */
export async function gzipPiece(text: string): Promise<GzipPiece> {
  const length = Buffer.byteLength(text);
  if (length < VERBATIM_BYTES) return verbatimPiece(text, length);
  const bytes = Buffer.from(text);
  const deflated = length < SMALL_BYTES ? deflateRawSync(bytes, OPEN) : await deflateInThread(bytes, OPEN);
  return { length, crc: crc32(bytes), deflated };
}

/** The length of a verbatim block's header: the type of the block, and its length twice, the second time as complement. */
const BLOCK_HEADER_BYTES = 5;

/** A text of at most 65,535 bytes as a block that is not compressed. */
function verbatimPiece(text: string, length: number): GzipPiece {
  const deflated = Buffer.allocUnsafe(BLOCK_HEADER_BYTES + length);
  deflated[0] = 0;
  deflated.writeUInt16LE(length, 1);
  deflated.writeUInt16LE(0xffff - length, 3);
  deflated.write(text, BLOCK_HEADER_BYTES);
  return { length, crc: crc32(textOfVerbatim(deflated)), deflated };
}

const textOfVerbatim = (deflated: Buffer): Buffer => deflated.subarray(BLOCK_HEADER_BYTES);

/** ID1, ID2, CM (deflate), FLG, MTIME (none), XFL (fastest), OS (unknown). */
const header = (flags: number) => Buffer.from([0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 4, 255]);
const FLAG_EXTRA = 4;
/** An empty final block, which ends the deflated data. */
const END = Buffer.from([3, 0]);
/** The extra field of the header that lists the pieces: its id, and the size of an entry in bytes. */
const [FIELD_ID, ENTRY_BYTES] = ['AP', 12];
/** The fixed fields of the header, and of the extra field before its entries. */
const [HEADER_BYTES, FIELD_BYTES] = [10, 6];

/** The gzip of the pieces' texts, one after the other. */
export const joinPieces = (pieces: readonly GzipPiece[]): Buffer => gzipWith([header(0)], pieces);

/** The same, with a list of its pieces for `listPieces`. */
export function joinListedPieces(pieces: readonly GzipPiece[]): Buffer {
  const field = Buffer.alloc(FIELD_BYTES + pieces.length * ENTRY_BYTES);
  field.writeUInt16LE(field.length - 2, 0);
  field.write(FIELD_ID, 2, 'latin1');
  field.writeUInt16LE(field.length - FIELD_BYTES, 4);
  for (const [i, { deflated, length, crc }] of pieces.entries()) {
    const at = FIELD_BYTES + i * ENTRY_BYTES;
    field.writeUInt32LE(deflated.length, at);
    field.writeUInt32LE(length, at + 4);
    field.writeUInt32LE(crc, at + 8);
  }
  return gzipWith([header(FLAG_EXTRA), field], pieces);
}

function gzipWith(head: Buffer[], pieces: readonly GzipPiece[]): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(
    pieces.reduce((crc, piece) => joinedCrc(crc, piece), 0),
    0,
  );
  trailer.writeUInt32LE(lengthOf(pieces) % 2 ** 32, 4);
  return Buffer.concat([...head, ...pieces.map(({ deflated }) => deflated), END, trailer]);
}

const lengthOf = (pieces: readonly GzipPiece[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

/** The pieces of a gzip that `joinListedPieces` made; undefined for any other. */
export function listPieces(gzip: Buffer): GzipPiece[] | undefined {
  const at = HEADER_BYTES + FIELD_BYTES;
  if (gzip.length < at || gzip[3] !== FLAG_EXTRA) return undefined;
  if (gzip.toString('latin1', HEADER_BYTES + 2, HEADER_BYTES + 4) !== FIELD_ID) return undefined;
  const count = gzip.readUInt16LE(HEADER_BYTES + 4) / ENTRY_BYTES;
  let start = at + count * ENTRY_BYTES;
  return Array.from({ length: count }, (_, i) => {
    const entry = at + i * ENTRY_BYTES;
    const end = start + gzip.readUInt32LE(entry);
    const deflated = gzip.subarray(start, end);
    start = end;
    return { deflated, length: gzip.readUInt32LE(entry + 4), crc: gzip.readUInt32LE(entry + 8) };
  });
}

/** The texts of the pieces, one after the other. Rejects when the text of a piece is not the one that was compressed. */
export async function inflatePieces(pieces: readonly GzipPiece[]): Promise<Buffer> {
  const isLong = lengthOf(pieces) >= INFLATED_HERE_BYTES;
  return Buffer.concat(await Promise.all(pieces.map((piece) => textOf(piece, isLong))));
}

/** The text of one piece. Each piece is inflated alone, so that a verbatim one is only copied and no CRCs are joined. */
async function textOf({ deflated, length, crc }: GzipPiece, isPartOfLong: boolean): Promise<Buffer> {
  if (isVerbatim(deflated, length)) return textOfVerbatim(deflated);
  // One buffer holds most texts, where zlib would allocate and join many. It needs room to see the end.
  const options = {
    finishFlush: constants.Z_SYNC_FLUSH,
    chunkSize: Math.min(Math.max(length + 1, constants.Z_MIN_CHUNK), MAX_BUFFER),
    maxOutputLength: Math.max(length, 1),
  };
  const text =
    isPartOfLong && length >= SMALL_BYTES
      ? await inflateInThread(deflated, options)
      : inflateRawSync(deflated, options);
  if (text.length !== length || crc32(text) !== crc) throw new Error('A piece of a gzip is damaged.');
  return text;
}

/** Whether a piece is one block that is not compressed: its type is 0, and so are the other bits of its first byte. */
const isVerbatim = (deflated: Buffer, length: number): boolean =>
  deflated.length === length + BLOCK_HEADER_BYTES && deflated[0] === 0 && deflated.readUInt16LE(1) === length;

/**
 * The CRC of a text with a further piece. The text of a verbatim piece is at hand. For another one, the CRC is the remainder
 * of the text as a polynomial over GF(2), so the CRC of a text before `n` more bytes is multiplied by x^8n, and remainders
 * are added by exclusive or.
 */
const joinedCrc = (crc: number, { deflated, length, crc: further }: GzipPiece): number =>
  isVerbatim(deflated, length)
    ? crc32(textOfVerbatim(deflated), crc)
    : (multiplied(crc, powerOfX(8 * length)) ^ further) >>> 0;

/** The polynomial of CRC-32 and the polynomial 1. The highest bit is the coefficient of x^0. */
const [POLYNOMIAL, ONE] = [0xedb88320, 0x80000000];

/** The product of two polynomials, modulo the one of CRC-32. */
function multiplied(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return product >>> 0;
}

/** x to the power of `n`, by squaring. */
function powerOfX(n: number): number {
  let power = ONE;
  let square = ONE >>> 1;
  for (let left = n; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) power = multiplied(power, square);
    square = multiplied(square, square);
  }
  return power;
}
