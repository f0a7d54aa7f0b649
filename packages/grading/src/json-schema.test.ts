import { schemaViolation } from './json-schema.ts';
import { SchemaError } from './schema-guard.ts';

const nested = (depth: number): object => (depth === 0 ? {} : { items: nested(depth - 1) });

test.each([
  ['draft-07 reads an array of items as a tuple', { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] }, [1], '/0'],
  ['2020-12 is the dialect of a schema that names none', { prefixItems: [{ type: 'string' }] }, [1], '/0'],
  ['references within the schema are followed', { $defs: { n: { type: 'number' } }, properties: { a: { $ref: '#/$defs/n' } } }, { a: 'x' }, '/a'],
  ['equal items are found whatever the order of their keys', { uniqueItems: true }, [{ a: 1, b: 2 }, { b: 2, a: 1 }], 'equal items'],
  ['each pattern is its own', { properties: { a: { pattern: '^a$' }, b: { pattern: '^b$' } } }, { a: 'a', b: 'a' }, '/b'],
  ['a false schema takes nothing', false, 1, 'the value'],
])('%s', (_, schema, value, where) => expect(schemaViolation(schema, value)).toContain(where));

test.each([
  ['formats are annotations', { format: 'email' }, 'nobody'],
  ['unknown keywords are annotations', { 'x-order': 1, type: 'number' }, 1],
  ['values that look like schemas are values', { enum: [{ properties: { a: 1 } }], const: { properties: { a: 1 } } }, { properties: { a: 1 } }],
  ['two schemas may share an $id', { $id: 'https://example.com/x', type: 'number' }, 1],
  ['two schemas may share an $id, again', { $id: 'https://example.com/x', type: 'string' }, 'a'],
])('%s', (_, schema, value) => expect(schemaViolation(schema, value)).toBeUndefined());

test.each([
  ['another document', { $ref: 'https://example.com/schema.json' }],
  ['an unknown dialect', { $schema: 'http://json-schema.org/draft-04/schema#' }],
  ['a reference to nothing', { $ref: '#/$defs/none' }],
  ['a malformed keyword', { type: 'nope' }],
  ['a part that is no schema', { properties: { a: 1 } }],
  ['nesting without end', nested(100)],
  ['too many parts', { anyOf: Array.from({ length: 3_000 }, () => ({})) }],
  ['too many characters', { description: 'x'.repeat(300_000) }],
  ['look-around in a pattern', { pattern: '(?=a)' }],
  ['no schema at all', 'string'],
])('%s is an error of the evaluator', (_, schema) => expect(() => schemaViolation(schema, 'x')).toThrow(SchemaError));

test('a schema that doubles its work at every level is stopped', () => {
  const $defs = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`d${i}`, { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] }]));
  const started = performance.now();
  expect(() => schemaViolation({ $ref: '#/$defs/d0', $defs: { ...$defs, d40: {} } }, 1)).toThrow(SchemaError);
  expect(performance.now() - started).toBeLessThan(5_000);
});

test('a value nested deeper than the stack is an error of the evaluator', () => {
  const deep = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) as unknown;
  expect(() => schemaViolation({ items: { $ref: '#' } }, deep)).toThrow(SchemaError);
});
