/**
 * Frames of HTTP/2 (RFC 9113, section 4.1), for tests that send frames which Node's own implementation refuses to send.
 */
const TYPES = { data: 0, headers: 1, priority: 2, reset: 3, settings: 4, push: 5, ping: 6, goaway: 7, window: 8 };
const END_HEADERS = 4;
export const END_STREAM = 1;

/** The first bytes of a client. */
export const HTTP2_PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

export function http2Frame(type: keyof typeof TYPES, stream: number, payload = Buffer.alloc(0), flags = 0): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(TYPES[type], 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Headers as literals without Huffman coding or an index (RFC 7541, section 6.2.2). */
export const headersFrame = (stream: number, headers: [string, string][], flags = 0): Buffer =>
  http2Frame(
    'headers',
    stream,
    Buffer.concat(headers.map(([name, value]) => Buffer.concat([Buffer.of(0), literal(name), literal(value)]))),
    END_HEADERS | flags,
  );

function literal(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > 126) throw new Error('A literal of this test has at most 126 bytes.');
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
}
