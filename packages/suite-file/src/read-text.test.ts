import { growthOf } from '@assay/testkit/growth';
import fc from 'fast-check';
import { MAX_CHARACTERS, readText } from './read-text.ts';

const value = (content: string) => {
  const read = readText(content);
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  return read.text.value;
};
const faults = (content: string) => {
  const read = readText(content);
  return 'faults' in read ? read.faults : [];
};

test.each<[string, string, unknown]>([
  ['YAML', 'a: 1\nb: [x, "y"]', { a: 1, b: ['x', 'y'] }],
  ['JSON', '{"a": {"b": [1, null, true, "\\u00e9\\ud83d\\ude00"]}}', { a: { b: [1, null, true, 'é😀'] } }],
  ['lines that end in different ways', 'a: |\r\n  one\r\n  two\nb: 2\r\nc: 3\n', { a: 'one\ntwo\n', b: 2, c: 3 }],
  ['a byte order mark', '\ufeffa: 1', { a: 1 }],
  ['dates, which stay text', 'a: 2026-01-02\nb: 2026-01-02T03:04:05Z', { a: '2026-01-02', b: '2026-01-02T03:04:05Z' }],
  ['words that YAML 1.1 takes for booleans', 'a: yes\nno: off', { a: 'yes', no: 'off' }],
  [
    'numbers',
    'a: 0x10\nb: 1e3\nc: -0.5\nd: 9007199254740991\ne: 1e30',
    { a: 16, b: 1000, c: -0.5, d: 9007199254740991, e: 1e30 },
  ],
  ['keys that are numbers', '1: a\n2.0: b', { 1: 'a', '2.0': 'b' }],
  ['nothing as null', 'a:\nb: ~', { a: null, b: null }],
  ['an anchor and its references', 'a: &x {k: 1}\nb: *x\nc: [*x]', { a: { k: 1 }, b: { k: 1 }, c: [{ k: 1 }] }],
  ['an anchor that is given again', 'a: &x 1\nb: *x\nc: &x 2\nd: *x', { a: 1, b: 1, c: 2, d: 2 }],
  ['a quoted merge key', '"<<": {a: 1}', { '<<': { a: 1 } }],
])('parses %s', (_, content, expected) => expect(value(content)).toEqual(expected));

test('keys that objects inherit are keys like any other', () => {
  const read = value('__proto__: {polluted: true}\nconstructor: {prototype: {polluted: true}}\ntoString: 1') as object;
  expect(Object.keys(read)).toEqual(['__proto__', 'constructor', 'toString']);
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test.each<[string, string, string, number, number]>([
  ['a key given twice', 'a: 1\nb:\n  c: 1\n  c: 2', '/b/c', 4, 3],
  ['a key given twice in JSON', '{\n "a": 1,\n "a": 2\n}', '/a', 3, 2],
  ['a number and a text that are the same key', '1: a\n"1": b', '/1', 2, 1],
  ['a merge key', 'base: &b {x: 1}\nc:\n  <<: *b', '/c/<<', 3, 3],
  ['a tag', 'a: !secret x', '', 1, 4],
  ['a known tag that JSON cannot say', 'a: !!binary aGk=', '', 1, 4],
  ['a set', 'a: !!set {x, y}', '', 1, 4],
  ['a key that is a list', '? [a]\n: 1', '', 1, 3],
  ['an unknown reference', 'a: *nope', '/a', 1, 4],
  ['a reference to itself', 'a: &x [1, *x]', '/a/1', 1, 11],
  ['infinity', 'a: .inf', '/a', 1, 4],
  ['no number', 'a: .nan', '/a', 1, 4],
  ['a number that would be rounded', 'a: 12345678901234567890', '/a', 1, 4],
  ['a NUL', 'a: "x\\0"', '/a', 1, 4],
  ['half of a surrogate pair', 'a: "\\ud83d"', '/a', 1, 4],
  ['half of a surrogate pair in a key', '"\\ud83d": 1', '', 1, 1],
  ['a second document', 'a: 1\n---\nb: 1', '', 2, 1],
  ['YAML 1.1', '%YAML 1.1\n---\na: 1', '', 1, 1],
  ['a bracket that never closes', 'a: [1,\nb: 2', '', 2, 1],
])('%s is refused with its place', (_, content, path, line, column) => {
  expect(faults(content)).toContainEqual({ path, message: expect.any(String), line, column });
});

test.each<[string, string]>([
  ['an empty file', ''],
  ['a file of comments', '# nothing\n'],
  ['too many characters', `a: ${'x'.repeat(MAX_CHARACTERS)}`],
  ['indentation without end', Array.from({ length: 3000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
  ['too many words', '['.concat('a,'.repeat(1_000_001))],
])('%s is refused with one fault', (_, content) => {
  expect(faults(content)).toHaveLength(1);
});

test.each(['[', '{a: ', '- '])('%s without end is refused early', (opening) => {
  const sizes = [62_500, 1_000_000];
  // Made before, and not of `repeat`, whose parts V8 joins at the first read.
  const files = new Map(
    sizes.map((times) => [times, Buffer.alloc(times * opening.length, opening).toString('latin1')]),
  );
  const refuse = (times: number) => expect(faults(files.get(times)!)).toHaveLength(1);
  expect(growthOf(refuse, sizes[0]!, 16, 0)).toBeLessThan(4);
});

test('references that multiply the file are refused without expanding them', () => {
  const laughs = [
    'a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]',
    ...Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i}, `.repeat(10)}]`),
  ].join('\n');
  expect(faults(laughs)).toEqual([expect.objectContaining({ message: expect.stringContaining('too large') })]);
  expect(faults(`a: &big ${'x'.repeat(1_000_000)}\nb: [${'*big, '.repeat(1000)}]`)).toEqual([
    expect.objectContaining({ path: '/b' }),
  ]);
});

test('32,000 different keys parse fast, with at most a hundred faults', () => {
  const read = (count: number) => {
    const keys = Array.from({ length: count }, (_, i) => `k${i}: 1`).join('\n');
    expect(Object.keys(value(keys) as object)).toHaveLength(count);
  };
  expect(growthOf(read, 2_000, 16)).toBeLessThan(64);
  expect(faults('a: 1\n'.repeat(1000))).toHaveLength(100);
});

test('every JSON text has the same value as with JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), fc.boolean(), (json, spaced) => {
      const content = JSON.stringify(json, null, spaced ? 2 : 0);
      fc.pre(!content.includes('\\u0000') && JSON.stringify(json).isWellFormed() && !/\\ud[89a-f]/i.test(content));
      if (json === '' || content === '') return;
      expect(value(content)).toEqual(JSON.parse(content));
    }),
    { numRuns: 500 },
  );
});

test('no text makes it throw', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom(
          ...'[]{}:,-?&*!|>\'"%@#`\n\r\t a1\\<~.'.split(''),
          '\u0000',
          '\ud83d',
          '\u2028',
          '\ufeff',
        ),
        maxLength: 60,
      }),
      (content) => {
        expect(readText(content)).toBeDefined();
      },
    ),
    { numRuns: 3000 },
  );
});
