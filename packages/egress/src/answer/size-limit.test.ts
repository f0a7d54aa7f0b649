import { isLimitedPerEvent, byteMeter } from './size-limit.ts';

const measured = (pieces: string[], inEvents = true) => {
  const isTooLarge = byteMeter(10, inEvents);
  return pieces.map((piece) => isTooLarge(Buffer.from(piece)));
};

test.each([
  ['\\n\\n', ['data: 1\n\n', 'data: 2\n\n', 'data: 3\n\n']],
  ['\\r\\n\\r\\n', ['data: 1\r\n\r\n', 'data: 2\r\n\r\n']],
  ['\\r\\r', ['data: 1\r\r', 'data: 2\r\r']],
  ['\\n\\r\\n', ['data: 1\n\r\n', 'data: 2\n\r\n']],
  ['\\n and \\n in two pieces', ['data: 1\n', '\ndata: 2\n', '\n']],
  ['\\r\\n and \\r\\n in four', ['data: 1\r', '\n', '\r', '\ndata: 2']],
  ['\\r and \\r, with nothing between', ['data: 1\r', '', '\rdata: 2']],
])('%s ends an event and restarts the count', (_, pieces) => expect(measured(pieces)).not.toContain(true));

test.each([
  ['an event without an end', ['data: 1\n', 'data: 2\n'], [false, true]],
  ['an event with lines that end in \\r\\n', ['data: 1\r', '\ndata: 2'], [false, true]],
  ['an event after a small one', ['data: 1\n\ndata: 2 3 4'], [true]],
  ['an event over many pieces', ['\n\ndata:', '12345', '6'], [false, false, true]],
])('%s is too large', (_, pieces, expected) => expect(measured(pieces)).toEqual(expected));

test('a body that is no event stream is counted as a whole', () =>
  expect(measured(['data: 1\n\n', 'data: 2\n\n'], false)).toEqual([false, true]));

test.each([
  ['a requested event stream', true, 200, 'text/event-stream; charset=utf-8', true],
  ['an event stream that was not requested', false, 200, 'text/event-stream', false],
  ['an error, which is read as a whole', true, 500, 'text/event-stream', false],
  ['something else', true, 200, 'text/plain', false],
  ['an answer without a content type', true, 200, undefined, false],
])('%s', (_, perEvent, status, contentType, expected) =>
  expect(isLimitedPerEvent({ maxBytes: 10, perEvent }, status, contentType)).toBe(expected),
);
