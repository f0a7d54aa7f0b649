import { ComputeBudget } from './compute-budget.ts';
import { schemaViolation } from './json-schema.ts';
import { SchemaError } from './schema-guard.ts';

const nested = (depth: number): object => (depth === 0 ? {} : { items: nested(depth - 1) });

test.each([
  [
    'draft-07 reads an array of items as a tuple',
    { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] },
    [1],
    '/0',
  ],
  ['2020-12 is the dialect of a schema that names none', { prefixItems: [{ type: 'string' }] }, [1], '/0'],
  [
    'references within the schema are followed',
    { $defs: { n: { type: 'number' } }, properties: { a: { $ref: '#/$defs/n' } } },
    { a: 'x' },
    '/a',
  ],
  ['the whole schema is followed', { properties: { a: { $ref: '#' } }, type: 'object' }, { a: { a: 1 } }, '/a/a'],
  [
    "the schema's own $id is followed",
    { $id: 'https://x.test/t.json', properties: { a: { $ref: 't.json' } }, type: 'object' },
    { a: { a: 1 } },
    '/a/a',
  ],
  [
    'the whole schema is followed in draft-07',
    { $schema: 'http://json-schema.org/draft-07/schema#', properties: { a: { $ref: '#' } }, type: 'object' },
    { a: 1 },
    '/a',
  ],
  [
    'equal items are found with their keys in any order',
    { uniqueItems: true },
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    'equal items',
  ],
  [
    'each pattern is its own',
    { properties: { a: { pattern: '^a$' }, b: { pattern: '^b$' } } },
    { a: 'a', b: 'a' },
    '/b',
  ],
  ['a false schema takes nothing', false, 1, 'the value'],
])('%s', (_, schema, value, where) => expect(schemaViolation(schema, value)).toContain(where));

test.each([
  ['formats are annotations', { format: 'email' }, 'no address'],
  ['unknown keywords are annotations', { 'x-order': 1, type: 'number' }, 1],
  [
    'values that look like schemas are values',
    { enum: [{ properties: { a: 1 } }], const: { properties: { a: 1 } } },
    { properties: { a: 1 } },
  ],
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

const doubling = Object.fromEntries(
  Array.from({ length: 40 }, (_, i) => [
    `d${i}`,
    { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
  ]),
);
const deep = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) as unknown;
const list = (length: number, item: unknown) => Array.from({ length }, () => item);

test.each<[string, unknown, unknown]>([
  ['that doubles its work at every level', { $ref: '#/$defs/d0', $defs: { ...doubling, d40: {} } }, 1],
  ['that refers to itself', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } }, 1],
  ['that goes in a circle', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }, 1],
  ['that follows a value deeper than the stack', { items: { $ref: '#' } }, deep],
  [
    'with a long list that every item is compared with',
    { items: { not: { enum: Array.from({ length: 4_000 }, (_, i) => i) } } },
    list(50_000, -1),
  ],
  ['with many branches that all look at a long text', { allOf: list(45, { maxLength: 1e9 }) }, 'x'.repeat(1_000_000)],
  [
    'with many branches that all fail',
    { items: { not: { anyOf: list(45, { type: 'object', required: ['x'] }) } } },
    list(50_000, {}),
  ],
  [
    'that asks again and again for unique items',
    { allOf: list(45, { uniqueItems: true }) },
    list(1, 'x'.repeat(100_000)),
  ],
  [
    'with a pattern for each of many long texts',
    { items: { not: { pattern: '(?:a|b)*a(?:a|b){100}c' } } },
    list(50, 'ab'.repeat(1_000)),
  ],
])('a schema %s is stopped', (_, schema, value) => {
  const budget = new ComputeBudget();
  // A twentieth is left, which is enough to see whether the work is paid for.
  budget.spend(475_000_000);
  expect(() => schemaViolation(schema, value, budget)).toThrow(SchemaError);
});

/** Spends all that is left of a budget. */
function exhaust(budget: ComputeBudget): ComputeBudget {
  for (let steps = 2 ** 30; steps >= 1; steps /= 2) {
    try {
      budget.spend(steps);
    } catch {
      // Half of it may be left.
    }
  }
  return budget;
}

test('a schema compiles after the budget of another validation is used up', () => {
  const budget = new ComputeBudget();
  expect(schemaViolation({ title: 'the one before' }, {}, budget)).toBeUndefined();
  exhaust(budget);
  expect(schemaViolation({ title: 'the one after', required: ['message'] }, {})).toMatch(/message/);
});

test('each of two validations that interleave is paid from its own budget', () => {
  const poor = new ComputeBudget();
  const rich = new ComputeBudget();
  const schema = { properties: { inner: { pattern: '^a$' } } };
  expect(schemaViolation(schema, {}, poor)).toBeUndefined();
  exhaust(poor);
  // The value reads the property while the first validation is under way, and validates with the other budget then.
  const value = {
    get inner() {
      expect(() => schemaViolation(schema, { inner: 'a' }, poor)).toThrow(SchemaError);
      return 'b';
    },
  };
  expect(schemaViolation(schema, value, rich)).toMatch(/inner must match/);
});

const slow = '(?:a|b)*a(?:a|b){300}c';
const long = 'ab'.repeat(50_000);
test.each([
  ['names that match a pattern', { patternProperties: { [slow]: {} }, additionalProperties: true }, { [long]: 1 }],
  ['a text that matches a pattern', { items: { pattern: slow } }, [long]],
])('the work for %s is paid', (_, schema, value) => expect(() => schemaViolation(schema, value)).toThrow(SchemaError));
