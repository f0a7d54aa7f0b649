import { isLongerThan } from '@assay/surface/json-length';

test.each<[string, unknown]>([
  ['one long text', 'x'.repeat(2_000)],
  ['many short texts', Array.from({ length: 300 }, () => 'x')],
  ['many empty objects', Array.from({ length: 400 }, () => ({}))],
  ['long keys', { ['k'.repeat(1_100)]: 1 }],
  ['depth', JSON.parse(`${'['.repeat(400)}${']'.repeat(400)}`)],
])('%s is longer than a thousand characters', (_, value) => expect(isLongerThan(value, 1_000)).toBe(true));

test.each<[string, unknown]>([
  ['a short text', 'x'.repeat(500)],
  ['a small tool', { name: 'a', inputSchema: { type: 'object', properties: { a: { type: 'string' } } } }],
  ['nothing', undefined],
])('%s is not', (_, value) => expect(isLongerThan(value, 1_000)).toBe(false));

test('a value of ten million items is told from its first ones', () => {
  let read = 0;
  const counting = new Proxy(
    Array.from({ length: 10_000_000 }, () => 1),
    {
      get: (list, key, receiver) => {
        read++;
        return Reflect.get(list, key, receiver) as unknown;
      },
    },
  );
  expect(isLongerThan({ list: counting }, 1_000)).toBe(true);
  expect(read).toBeLessThan(2_000);
});
