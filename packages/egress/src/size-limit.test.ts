import { meter } from './size-limit.ts';

const STREAM = 'text/event-stream; charset=utf-8';
const measured = (chunks: string[], { perEvent = true, status = 200, contentType = STREAM as string | undefined } = {}) => {
  const isTooLarge = meter({ maxBytes: 10, perEvent }, status, contentType);
  return chunks.map((chunk) => isTooLarge(Buffer.from(chunk)));
};

test.each([
  ['\\n\\n', ['data: 1\n\n', 'data: 2\n\n', 'data: 3\n\n']],
  ['\\r\\n\\r\\n', ['data: 1\r\n\r\n', 'data: 2\r\n\r\n']],
  ['\\r\\r', ['data: 1\r\r', 'data: 2\r\r']],
  ['\\n\\r\\n', ['data: 1\n\r\n', 'data: 2\n\r\n']],
  ['\\n and \\n in two chunks', ['data: 1\n', '\ndata: 2\n', '\n']],
  ['\\r\\n and \\r\\n in four', ['data: 1\r', '\n', '\r', '\ndata: 2']],
  ['\\r and \\r, with nothing between', ['data: 1\r', '', '\rdata: 2']],
])('%s ends an event, and the next is counted anew', (_, chunks) => expect(measured(chunks)).not.toContain(true));

test.each([
  ['an event without an end', ['data: 1\n', 'data: 2\n'], [false, true]],
  ['one whose lines end in \\r\\n', ['data: 1\r', '\ndata: 2'], [false, true]],
  ['one that begins behind a small one', ['data: 1\n\ndata: 2 3 4'], [true]],
  ['one that goes on over many chunks', ['\n\ndata:', '12345', '6'], [false, false, true]],
])('%s is too large', (_, chunks, expected) => expect(measured(chunks)).toEqual(expected));

test.each([
  ['a stream that nobody asked for', { perEvent: false }],
  ['an error, which is read as a whole', { status: 500 }],
  ['something else', { contentType: 'text/plain' }],
  ['something that does not say what it is', { contentType: undefined }],
])('of %s all is counted, whatever lines it has', (_, given) => expect(measured(['data: 1\n\n', 'data: 2\n\n'], given)).toEqual([false, true]));
