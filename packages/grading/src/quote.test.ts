import { displayableValue, listFirst, quoteName, quoteValue } from './quote.ts';

test.each<[string, unknown]>([
  ['a long text', { query: 'x'.repeat(1_000), limit: 5, sort: 'name' }],
  ['a long list', { query: Array.from({ length: 50 }, () => 'word'.repeat(10)), limit: 5, sort: 'name' }],
  ['a deep object', { query: { text: { words: ['x'.repeat(500)] } }, limit: 5, sort: 'name' }],
  ['characters that JSON escapes', { query: '"\n'.repeat(300), limit: 5, sort: 'name' }],
])('a parameter with %s hides the name of no other parameter', (_, value) => {
  for (const text of [quoteValue(value), JSON.stringify(displayableValue(value))])
    for (const name of Object.keys(value as object)) expect(text).toContain(`"${name}":`);
  expect(quoteValue(value).length).toBeLessThanOrEqual(200);
});

test('names that do not fit are left out as a whole', () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`parameter_number_${at}`, at]));
  const text = quoteValue(many);
  expect(text.length).toBeLessThanOrEqual(200);
  expect(Object.keys(JSON.parse(text) as object)).toEqual(
    expect.arrayContaining(['parameter_number_0', '…']) as string[],
  );
  for (const name of Object.keys(JSON.parse(text) as object)) expect([...Object.keys(many), '…']).toContain(name);
});

test('a short value is shown as it is, and a long name is cut', () => {
  expect(quoteValue({ a: [1, 'b', null], c: { d: true } })).toBe('{"a":[1,"b",null],"c":{"d":true}}');
  expect(quoteValue('exe.\u202etxt')).toBe('"exe.\\u202etxt"');
  expect(quoteName('x'.repeat(100))).toHaveLength(60);
  expect(listFirst(['a', 'b', 'c', 'd'], String)).toBe('a, b, c and 1 more');
});
