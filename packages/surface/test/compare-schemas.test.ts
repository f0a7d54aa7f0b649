import { Ajv2020 } from 'ajv/dist/2020.js';
import { compareSchemas } from '../src/diff/schema/compare-schemas.ts';
import { gradedSchema } from '../src/diff/graded-schema.ts';
import { choicesFrom } from './random.ts';
import { withDescriptions, mutatedSchema, randomRoot, type JsonSchema } from './schemas.ts';
import { likelyValue } from './values.ts';

const MUTANTS = 400;
const SAMPLES = 30;
const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, logger: false });
/** A validator; undefined for a schema that is ill-formed or refers only to itself. */
function validatorOf(schema: JsonSchema) {
  try {
    return ajv.validateSchema(schema) === true ? ajv.compile(structuredClone(schema)) : undefined;
  } catch {
    return undefined;
  }
}

test('refused arguments and unpromised results are always reported as a breaking change', () => {
  const choices = choicesFrom(20_260_917);
  const met = { refused: 0, promised: 0, compatible: 0, breaking: 0 };
  const missed: object[] = [];
  for (let i = 0; i < MUTANTS; i++) {
    const before = randomRoot(choices);
    const once = mutatedSchema(before, choices);
    const after = choices.chance(0.4) ? mutatedSchema(once, choices) : once;
    const [took, takes] = [validatorOf(before), validatorOf(after)];
    if (!took || !takes) continue;
    const breaks = (role: 'inputSchema' | 'outputSchema') =>
      gradedSchema(role, before, after).some(({ grade }) => grade === 'breaking');
    const [breaksInput, breaksOutput] = [breaks('inputSchema'), breaks('outputSchema')];
    const gains = compareSchemas(before, after).some(({ effect }) => effect === 'gained');
    met[breaksInput ? 'breaking' : 'compatible']++;
    for (let n = 0; n < SAMPLES; n++) {
      const [argument, result] = [likelyValue(before, before, choices), likelyValue(after, after, choices)];
      if (took(argument) && !takes(argument)) {
        met.refused++;
        if (!breaksInput) missed.push({ role: 'input', before, after, argument });
      }
      // Readers of a closed object have to expect a new property.
      if (!gains && takes(result) && !took(result)) {
        met.promised++;
        if (!breaksOutput) missed.push({ role: 'output', before, after, result });
      }
    }
  }
  expect(missed.slice(0, 3).map((each) => JSON.stringify(each))).toEqual([]);
  expect(Math.min(...Object.values(met))).toBeGreaterThan(100);
}, 120_000);

test('changed descriptions of referenced schemas are cosmetic and reported', () => {
  const choices = choicesFrom(11);
  for (let i = 0; i < 300; i++) {
    const root = randomRoot(choices);
    const before = choices.chance(0.5)
      ? { ...root, not: { $ref: '#/$defs/D', required: ['z'] }, if: { $ref: '#/$defs/E' } }
      : root;
    expect(
      compareSchemas(before, withDescriptions(before, choices))
        .map(({ effect }) => effect)
        .filter((effect) => effect !== 'described'),
    ).toEqual([]);
  }
});

test("references by a schema's own id are compared with pointers to the same parts", () => {
  const named = (type: string, $ref: string) => ({
    $id: 'https://x.test/t.json',
    $defs: { s: { type } },
    type: 'object',
    properties: { a: { $ref } },
  });
  expect(compareSchemas(named('string', 't.json#/$defs/s'), named('string', '#/$defs/s'))).toEqual([]);
  expect(compareSchemas(named('string', 't.json#/$defs/s'), named('integer', 't.json#/$defs/s'))).not.toEqual([]);
});

test('a closed object beside a reference is compared with one that lists all properties', () => {
  const $defs = { part: { type: 'object', properties: { a: { type: 'string' } } } };
  const beside = (own: object) => ({
    $defs,
    $ref: '#/$defs/part',
    properties: { b: { type: 'string' } },
    unevaluatedProperties: false,
    ...own,
  });
  const listed = (a: object) => ({
    type: 'object',
    properties: { a, b: { type: 'string' } },
    additionalProperties: false,
  });
  const effects = (before: object, after: object) => compareSchemas(before, after).map(({ effect }) => effect);
  expect(effects(beside({}), listed({ type: 'string' }))).toEqual([]);
  expect(effects(listed({ type: 'string' }), beside({}))).toEqual([]);
  expect(effects(beside({}), listed({ type: 'integer' }))).toContain('narrowed');
  expect(effects(beside({ required: ['a'] }), listed({ type: 'string' }))).toContain('widened');
  expect(effects(beside({ properties: { a: { minLength: 2 } } }), listed({ type: 'string' }))).toContain('unclear');
});
