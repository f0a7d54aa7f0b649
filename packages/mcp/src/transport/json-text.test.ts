import { elementTexts, memberTexts, OversizedJsonError } from './json-text.ts';

test.each([
  ['numbers keep their spelling', '{"result":{"a":1.0,"b":1e400,"c":-0}}', '{"a":1.0,"b":1e400,"c":-0}'],
  [
    'key order, repeated keys and spaces stay',
    '{"result": { "b":1 , "a":2,"a":3 } ,"id":1}',
    '{ "b":1 , "a":2,"a":3 }',
  ],
  ['escapes are not decoded', String.raw`{"result":{"t":"a\u00e9\"}\\"},"id":1}`, String.raw`{"t":"a\u00e9\"}\\"}`],
  ['braces and keys inside strings do not count', '{"x":"\\"result\\":{}]","result":[1,"]"]}', '[1,"]"]'],
  ['an inner "result" is not the outer one', '{"params":{"result":1},"result":2}', '2'],
  ['of equal keys the last wins, as in JSON.parse', '{"result":1,"result":2}', '2'],
  ['an escaped key is the same key', '{"r\\u0065sult":true}', 'true'],
  ['a scalar ends at white space', '{"result":null \n}', 'null'],
])('%s', (_, json, expected) => {
  expect(memberTexts(json).get('result')).toBe(expected);
});

test.each([
  ['an array', '[1]'],
  ['a string', '"result"'],
  ['an empty object', ' {} '],
  ['nothing', ''],
])('%s has no members', (_, json) => {
  expect(memberTexts(json).size).toBe(0);
});

test('the members of any object are the members that JSON.parse finds', () => {
  const document = { a: [1, { b: '}"' }], c: 'x\\', '': null, d: { e: [] }, f: -1.5e3, g: '\\"' };
  for (const json of [JSON.stringify(document), JSON.stringify(document, null, 2)]) {
    const found = Object.fromEntries([...memberTexts(json)].map(([key, text]) => [key, JSON.parse(text)]));
    expect(found).toEqual(document);
  }
});

test.each([
  ['[{"id":1},{"id":2}]', ['{"id":1}', '{"id":2}']],
  [' [ 1 , "a,b" ] ', ['1', '"a,b"']],
  ['[]', []],
  ['{"id":1}', ['{"id":1}']],
])('the elements of %s keep their text', (json, expected) => expect(elementTexts(json)).toEqual(expected));

test.each([
  ['is very deep', `{"result":${'['.repeat(100_001)}}`],
  ['has very many small parts', `{"result":[${'[],'.repeat(2_000_001)}]}`],
  ['has very many keys', `{"result":{${'"":1,'.repeat(2_000_001)}}}`],
  ['has very many members', `{${Array.from({ length: 1_001 }, (_, n) => `"${n}":1`).join()}}`],
  ['is a very large batch', `[${'{},'.repeat(10_001)}]`],
])('a message that %s is refused before it is parsed', (_, text) => {
  expect(() => elementTexts(text).map(memberTexts)).toThrow(OversizedJsonError);
});
