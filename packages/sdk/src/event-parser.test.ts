import { EventParser } from './event-parser.ts';

const TEXT =
  ': comment\n\nid: 1\nevent: run\ndata: {"a":1}\n\ndata: one\r\ndata:two\r\n\r\nevent: none\n\nid: 2\rdata\r\r\nid: 3\ndata: cut';

test('a stream is read the same, however it is cut into pieces', () => {
  const whole = new EventParser().push(TEXT);
  expect(whole).toEqual([
    { id: '1', type: 'run', data: '{"a":1}' },
    { id: '1', type: 'message', data: 'one\ntwo' },
    { id: '2', type: 'message', data: '' },
  ]);
  for (let size = 1; size < 20; size++) {
    const parser = new EventParser();
    const pieces = Array.from({ length: Math.ceil(TEXT.length / size) }, (_, i) =>
      TEXT.slice(i * size, (i + 1) * size),
    );
    expect(pieces.flatMap((piece) => parser.push(piece))).toEqual(whole);
  }
});
