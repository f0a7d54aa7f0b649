import { LineReader } from './lines.ts';

const read = (...pieces: (string | Buffer)[]): string[] => {
  const lines = new LineReader(20);
  return pieces.flatMap((piece) => lines.push(Buffer.from(piece)).map(String));
};

test.each<[string, (string | Buffer)[], string[]]>([
  ['a line in one piece', ['one\n'], ['one']],
  ['several in one piece', ['one\ntwo\n\nthree\n'], ['one', 'two', '', 'three']],
  ['one in many pieces', ['o', 'n', 'e\nt', 'wo\n'], ['one', 'two']],
  ['a carriage return before its end', ['one\r\ntwo\r\n'], ['one', 'two']],
  ['an unfinished line is kept', ['one\ntw'], ['one']],
  ['a character that is cut in two', [Buffer.from([0xc3]), Buffer.from([0xbc, 0x0a])], ['ü']],
  ['as many bytes as there may be', [`${'x'.repeat(20)}\n`], ['x'.repeat(20)]],
])('%s', (_, pieces, lines) => expect(read(...pieces)).toEqual(lines));

test.each([
  ['in one piece', ['x'.repeat(21)]],
  ['in many', ['x'.repeat(15), 'x'.repeat(15)]],
])('a line that is too long is refused before its end, %s', (_, pieces) => {
  expect(() => read(...pieces)).toThrow(RangeError);
});
