import { resolvePointer, withLocalReferences } from './local-references.ts';

const text = { type: 'string' };
const using = ($ref: string, more: object = {}) => ({ type: 'object', properties: { a: { $ref } }, ...more });

test.each<[string, object, string]>([
  ['the id of the schema', using('https://x.test/t.json', { $id: 'https://x.test/t.json' }), '#'],
  [
    'a relative form of the id',
    using('t.json#/$defs/s', { $id: 'https://x.test/t.json', $defs: { s: text } }),
    '#/%24defs/s',
  ],
  ['a relative id', using('/schemas/t', { $id: '/schemas/t' }), '#'],
  ['a URN', using('urn:uuid:1', { $id: 'urn:uuid:1' }), '#'],
  ['the root, in a schema with an id', using('#', { $id: 'https://x.test/t.json' }), '#'],
  ['an anchor', using('#s', { $defs: { s: { ...text, $anchor: 's' } } }), '#/%24defs/s'],
  ['an anchor of draft-07', using('#s', { definitions: { s: { ...text, $id: '#s' } } }), '#/definitions/s'],
  [
    'the id of a part',
    using('s.json', { $id: 'https://x.test/', $defs: { 'a/b': { ...text, $id: 's.json' } } }),
    '#/%24defs/a~1b',
  ],
])('a reference to %s becomes a pointer', (_, schema, pointer) => {
  const local = withLocalReferences(schema) as { properties: { a: { $ref: string } } };
  expect(local.properties.a.$ref).toBe(pointer.replace('~', encodeURIComponent('~')));
  expect(resolvePointer(local.properties.a.$ref, local)).toBeDefined();
});

test('a reference within a part with an id starts from that part', () => {
  const part = { $id: 's.json', $defs: { deep: text }, properties: { d: { $ref: '#/$defs/deep' } } };
  const local = withLocalReferences({ $id: 'https://x.test/t.json', $defs: { part } }) as Record<string, unknown>;
  const { $ref } = resolvePointer('#/$defs/part/properties/d', local) as { $ref: string };
  expect(resolvePointer($ref, local)).toEqual(text);
});

test('a reference to another document, or to a missing anchor, stays as it is', () => {
  const schema = { $id: 'https://x.test/t.json', anyOf: [{ $ref: 'https://y.test/' }, { $ref: '#none' }] };
  expect(withLocalReferences(schema)).toEqual({ anyOf: schema.anyOf });
});

test('a schema without ids and anchors is the very same object, and data stay as they are', () => {
  const schema = using('#/$defs/s', { $defs: { s: text }, const: { $id: 'x' }, default: { $anchor: 'y' } });
  expect(withLocalReferences(schema)).toBe(schema);
  const named = { $id: 'https://x.test/', properties: { $id: text, const: { $ref: '#' } }, enum: [{ $ref: 'x' }] };
  expect(withLocalReferences(named)).toEqual({
    properties: { $id: text, const: { $ref: '#' } },
    enum: [{ $ref: 'x' }],
  });
});

test.each([
  ['#', true],
  ['#/$defs/a%20b', true],
  ['#/$defs/a~1b~0c', true],
  ['#/$defs/none', false],
  ['#/$defs/%', false],
  ['#anchor', false],
  ['#/constructor', false],
])('the pointer %s leads somewhere: %s', (pointer, leads) =>
  expect(resolvePointer(pointer, { $defs: { 'a b': text, 'a/b~c': text } }) !== undefined).toBe(leads),
);
