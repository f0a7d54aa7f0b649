/** The kinds of messages, as README.md has them. */
export const KIND = {
  request: 1,
  response: 2,
  body: 3,
  end: 4,
  abort: 5,
  credit: 6,
} as const;
export type Kind = keyof typeof KIND;

export interface Frame {
  kind: Kind;
  stream: number;
  payload: Buffer;
}

export type Headers = Record<string, string | string[]>;
export interface RequestHead {
  method: string;
  query: string;
  headers: Headers;
}
export interface ResponseHead {
  status: number;
  headers: Headers;
}
/** The server behind the tunnel could not be asked. */
export interface ResponseFault {
  fault: 'unreachable';
}

/** What one body message carries at most, in bytes. */
export const MAX_BODY = 64 * 1024;
/** The largest message, in bytes; heads are not cut into pieces. */
export const MAX_FRAME = 256 * 1024;

const HEAD = 5;
const kinds = new Map<number, Kind>(Object.entries(KIND).map(([kind, code]) => [code, kind as Kind]));
const NOTHING = Buffer.alloc(0);

export function encodeFrame(kind: Kind, stream: number, payload: Uint8Array = NOTHING): Buffer {
  const frame = Buffer.allocUnsafe(HEAD + payload.length);
  frame.writeUInt8(KIND[kind], 0);
  frame.writeUInt32BE(stream, 1);
  frame.set(payload, HEAD);
  return frame;
}

/** The message in these bytes; undefined for bytes that are none. */
export function decodeFrame(bytes: Buffer): Frame | undefined {
  const kind = bytes.length < HEAD ? undefined : kinds.get(bytes[0]!);
  return kind && { kind, stream: bytes.readUInt32BE(1), payload: bytes.subarray(HEAD) };
}

export const creditOf = (bytes: number): Buffer => {
  const payload = Buffer.allocUnsafe(4);
  payload.writeUInt32BE(bytes, 0);
  return payload;
};
