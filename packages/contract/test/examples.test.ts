import { parser } from '@assay/kit/json/parse';
import { Type } from '@assay/contract/type';
import { examplesOf, isObject } from './examples.ts';
import type { Schema } from './json-schema.ts';
import { verdictOf } from './verdict.ts';

const choice: Schema = {
  type: 'object',
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: false,
  properties: { a: { type: 'string' }, b: { type: 'integer' } },
};
const map: Schema = {
  type: 'object',
  maxProperties: 20,
  propertyNames: { minLength: 1, maxLength: 64, pattern: '^[a-z0-9]*$' },
  additionalProperties: { type: 'string', maxLength: 9 },
};
const number: Schema = { type: 'number', exclusiveMinimum: 0, maximum: 1e15 };
const uri: Schema = { type: 'string', maxLength: 100, format: 'uri' };

/** How a parser of one schema decides on the examples of another. */
function surprises(examples: Schema, parsed: Schema): string[] {
  const around = (field: Schema): Schema => ({
    type: 'object',
    required: ['x'],
    additionalProperties: false,
    properties: { x: field },
  });
  const parse = parser(Type.Unsafe<unknown>(around(parsed)));
  return examplesOf(around(examples))
    .filter(({ document }) => isObject(document))
    .filter(
      ({ document, fault }) =>
        verdictOf(parse, document) !== (fault === undefined ? 'accepted' : `VALIDATION_ERROR at ${fault}`),
    )
    .map(({ bound }) => bound);
}

test.each<[string, Schema, object]>([
  ['may have no key', choice, { minProperties: 0 }],
  ['needs a key more', choice, { minProperties: 2, maxProperties: 2 }],
  ['may have a key more', choice, { maxProperties: 2 }],
  ['takes any key', choice, { additionalProperties: true }],
  ['takes an entry more', map, { maxProperties: 21 }],
  ['takes an entry less', map, { maxProperties: 19 }],
  ['takes other names', map, { propertyNames: { minLength: 1, maxLength: 64 } }],
  ['takes an empty name', map, { propertyNames: { ...map.propertyNames, minLength: 0 } }],
  ['takes a longer name', map, { propertyNames: { ...map.propertyNames, maxLength: 65 } }],
  ['takes longer values', map, { additionalProperties: { type: 'string', maxLength: 10 } }],
  ['takes any value', map, { additionalProperties: true }],
  ['takes the bound itself', number, { exclusiveMinimum: -0.0005 }],
  ['takes no small fraction', number, { exclusiveMinimum: 1 }],
  ['takes the next number after a large one', number, { maximum: 2e15 }],
  ['takes any text', uri, { format: undefined }],
  ['takes a longer text', uri, { maxLength: 101 }],
])('a schema that %s is told apart by the examples', (_, schema, change) => {
  expect(surprises(schema, schema)).toEqual([]);
  expect(surprises(schema, JSON.parse(JSON.stringify({ ...schema, ...change })) as Schema)).not.toEqual([]);
});
