import { fieldsOf } from './schema-fields.ts';

const fieldOf = (schema: object, root: object = {}) =>
  fieldsOf({ type: 'object', properties: { it: schema }, ...root })?.[0];

test.each<[string, object, string, string]>([
  ['a text', { type: 'string', minLength: 1 }, 'text', 'string, ≥ 1 characters'],
  ['a whole number', { type: 'integer', minimum: 1, maximum: 50 }, 'text', 'integer, 1–50'],
  ['a number above zero', { type: 'number', exclusiveMinimum: 0 }, 'text', 'number, > 0'],
  ['words', { type: 'string', enum: ['open', 'closed'] }, 'choice', 'one of 2'],
  ['constants', { oneOf: [{ const: 1 }, { const: 2 }] }, 'choice', 'one of 2'],
  ['yes or no', { type: 'boolean' }, 'choice', 'boolean'],
  ['a value or null', { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] }, 'text', 'string, date'],
  ['a reference', { $ref: '#/$defs/limit' }, 'text', 'integer'],
  ['an object', { type: 'object', properties: { a: { type: 'string' } } }, 'group', 'object'],
  ['a list', { type: 'array', items: { type: 'string' } }, 'json', 'array as JSON'],
  ['alternatives', { anyOf: [{ type: 'string' }, { type: 'object' }] }, 'json', 'JSON'],
  ['no type', { description: 'Anything' }, 'json', 'JSON'],
  ['a reference to itself', { $ref: '#/properties/it' }, 'json', 'JSON'],
])('%s has its control', (_, schema, kind, about) => {
  const field = fieldOf(schema, { $defs: { limit: { type: 'integer' } } });
  expect([field?.control.kind, field?.about]).toEqual([kind, about]);
});

test.each<[string, unknown]>([
  ['alternatives', { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] }],
  ['conditions', { type: 'object', if: {}, else: {} }],
  ['another type', { type: 'array' }],
])('arguments with %s are typed as JSON as a whole', (_, schema) => expect(fieldsOf(schema)).toBeUndefined());

test('a schema that is none has no fields, and required ones are told', () => {
  expect(fieldsOf(undefined)).toEqual([]);
  expect(fieldsOf({ properties: { a: {}, b: 7 }, required: ['a'] })).toMatchObject([
    { name: 'a', isRequired: true },
    { name: 'b', isRequired: false },
  ]);
});
