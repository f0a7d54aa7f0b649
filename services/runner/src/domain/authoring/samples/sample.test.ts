import { ComputeBudget } from '@assay/grading/compute-budget';
import { schemaViolation } from '@assay/grading/json-schema';
import { madeUpProperties, sampleArguments as sample } from './sample.ts';

const sampleArguments = (schema: unknown) => sample(schema, new ComputeBudget());

const of = (properties: Record<string, unknown>, more: object = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  ...more,
});
const tree = {
  $defs: {
    node: {
      type: 'object',
      properties: { left: { $ref: '#/$defs/node' }, right: { $ref: '#/$defs/node' }, name: { type: 'string' } },
    },
  },
};

test.each([
  ['no schema', undefined, [{}]],
  ['no properties', { type: 'object' }, [{}]],
  ['a text', of({ a: { type: 'string' } }), [{ a: 'text' }]],
  ['a default', of({ a: { type: 'string', default: 'x', examples: ['y'] } }), [{ a: 'x' }]],
  ['an example', of({ a: { type: 'integer', examples: [7] } }), [{ a: 7 }]],
  [
    'a part that the id of the schema leads to',
    of({ a: { $ref: 't.json#/$defs/s' } }, { $id: 'https://x.test/t.json', $defs: { s: { const: 5 } } }),
    [{ a: 5 }],
  ],
  [
    'a part under a name with a blank',
    of({ a: { $ref: '#/$defs/a%20b' } }, { $defs: { 'a b': { const: 5 } } }),
    [{ a: 5 }],
  ],
  [
    'a list of the whole',
    { type: 'object', properties: { kids: { type: 'array', items: { $ref: '#' } } } },
    [{}, { kids: [] }],
  ],
  ['an enum', of({ a: { enum: ['red', 'green'] } }), [{ a: 'red' }]],
  ['a constant', of({ a: { const: 5 } }), [{ a: 5 }]],
  [
    'a text of some length',
    of({ a: { type: 'string', minLength: 6 }, b: { type: 'string', maxLength: 2 } }),
    [{ a: 'textxx', b: 'te' }],
  ],
  [
    'formats',
    of({ a: { type: 'string', format: 'date' }, b: { type: 'string', format: 'email' } }),
    [{ a: '2026-01-01', b: 'user@example.com' }],
  ],
  [
    'numbers within bounds',
    of({
      a: { type: 'number' },
      b: { type: 'integer', minimum: 5 },
      c: { type: 'integer', exclusiveMinimum: 5 },
      d: { type: 'number', maximum: 0 },
      e: { type: 'integer', minimum: 3, multipleOf: 4 },
    }),
    [{ a: 1, b: 5, c: 6, d: 0, e: 4 }],
  ],
  [
    'the first of several types',
    of({ a: { type: ['null', 'string'] }, b: { type: 'boolean' } }),
    [{ a: null, b: false }],
  ],
  [
    'arrays with as many items as they need',
    of({
      a: { type: 'array', items: { type: 'string' } },
      b: { type: 'array', items: { type: 'integer' }, minItems: 2 },
      c: { type: 'array', prefixItems: [{ const: 1 }, { const: 'b' }], items: false },
    }),
    [{ a: [], b: [1, 1], c: [1, 'b'] }],
  ],
  ['an object within', of({ a: of({ b: { type: 'string' } }) }), [{ a: { b: 'text' } }]],
  ['a reference', { ...of({ a: { $ref: '#/$defs/name' } }), $defs: { name: { type: 'string' } } }, [{ a: 'text' }]],
  [
    'alternatives, the first that can be sampled',
    of({ a: { anyOf: [{ type: 'array', items: false, minItems: 1 }, { type: 'integer' }] } }),
    [{ a: 1 }],
  ],
  [
    'parts that hold together',
    of({ a: { allOf: [of({ x: { type: 'string' } }), of({ y: { type: 'integer' } })] } }),
    [{ a: { x: 'text', y: 1 } }],
  ],
  ['a property that is only required', { type: 'object', required: ['a'] }, [{ a: 'text' }]],
  [
    'what is optional, in a second sample',
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } }, required: ['a'] },
    [{ a: 'text' }, { a: 'text', b: 1 }],
  ],
  ['a pattern that the sample happens to fit', of({ a: { type: 'string', pattern: '^[a-z]+$' } }), [{ a: 'text' }]],
  ['a pattern that it does not fit', of({ a: { type: 'string', pattern: '^\\d{3}$' } }), [{ a: '000' }]],
  ['a pattern with look-around', of({ a: { type: 'string', pattern: '^(?=x)y' } }), []],
  ['a required value that nothing fits', of({ a: false }), []],
  ['different items', of({ a: { type: 'array', items: { type: 'string' }, minItems: 2, uniqueItems: true } }), []],
  ['a schema that only fits no object', { type: 'string' }, []],
  ['a schema that cannot be used', of({ a: { $ref: 'https://example.com/schema' } }), []],
  ['a reference to nowhere', of({ a: { $ref: '#/$defs/gone' } }), []],
])('%s', (_, schema, expected) => {
  expect(sampleArguments(schema)).toEqual(expected);
  for (const args of expected) expect(schemaViolation(schema ?? {}, args)).toBeUndefined();
});

test('a sample of a schema that refers to itself is finite', () => {
  expect(sampleArguments({ ...of({ root: { $ref: '#/$defs/node' } }), ...tree })[0]).toEqual({ root: {} });
  expect(
    sampleArguments({
      ...of({ root: { ...tree.$defs.node, required: ['left'] } }),
      $defs: { node: { ...tree.$defs.node, required: ['left'] } },
    }),
  ).toEqual([]);
});

test('a value is made up when the schema gives no value, choice or format for it', () => {
  const schema = of({
    query: { type: 'string' },
    count: { type: 'integer' },
    color: { enum: ['red'] },
    day: { type: 'string', format: 'date' },
    city: { type: 'string', examples: ['Oslo'] },
    deep: { type: 'boolean' },
  });
  expect(madeUpProperties(schema, sampleArguments(schema)[0]!)).toEqual(['query', 'count']);
});
