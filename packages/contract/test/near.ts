import fc from 'fast-check';
import type { Json, Schema } from './json-schema.ts';

/** Documents that fit a schema or nearly do: generated from its bounds, then changed in up to three places. */
export const nearDocuments = (schema: Schema): fc.Arbitrary<Json> =>
  fc
    .tuple(likely(schema), fc.array(change, { maxLength: 3 }))
    .map(([document, changes]) => changes.reduce<Json>((each, apply) => apply(each), document));

/** Counts above this bound are tested by the examples of the bounds; here they would make bodies large. */
const MANY = 300;
const anything = fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' }) as fc.Arbitrary<Json>;
const edges = [
  null,
  true,
  'true',
  '',
  ' ',
  'a',
  'unknown',
  'a\u0000',
  '😀',
  0,
  -1,
  1,
  1.5,
  11,
  2 ** 53,
  1e300,
  [],
  {},
  ['a'],
  { a: 1 },
];
const words = ['a', 'a b', 'A-z_09', 'ä', '😀', 'https://example.com/mcp', 'Bearer', 'a@b.example', '0'.repeat(64)];

function likely(schema: Schema): fc.Arbitrary<Json> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.then && schema.else) return fc.oneof(likely(schema.then), likely(schema.else));
  if (schema.properties) return fieldsOf(schema);
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives) return fc.oneof(...alternatives.map(likely));
  switch (schema.type) {
    case 'object':
      return fc.dictionary(
        textOf(schema.propertyNames ?? {}),
        typeof schema.additionalProperties === 'object' ? likely(schema.additionalProperties) : anything,
        { maxKeys: 3 },
      );
    case 'array':
      return itemsOf(schema);
    case 'string':
      return textOf(schema);
    case 'integer':
      return numberOf(schema, 1);
    case 'number':
      return numberOf(schema, 0.01);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return anything;
  }
}

/**
 * An object with its required keys, and each other key in a third of all cases; at most as many keys as the schema
 * allows.
 */
function fieldsOf({ properties = {}, required = [], minProperties = 0, maxProperties }: Schema): fc.Arbitrary<Json> {
  if (maxProperties !== undefined) {
    return fc
      .subarray(Object.entries(properties), { minLength: minProperties, maxLength: maxProperties })
      .chain((some) => fieldsOf({ properties: Object.fromEntries(some), required: some.map(([key]) => key) }));
  }
  const fields = Object.entries(properties).map(([key, each]) => {
    const present = likely(each).map((value): [string, Json][] => [[key, value]]);
    return required.includes(key)
      ? present
      : fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: present });
  });
  return fc.tuple(...fields).map((entries) => Object.fromEntries(entries.flat()));
}

function itemsOf({ items = {}, minItems = 0, maxItems = minItems + 2 }: Schema): fc.Arbitrary<Json> {
  const few = fc.array(likely(items), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 2) });
  if (maxItems > MANY) return few;
  const full = fc
    .tuple(likely(items), fc.constantFrom(maxItems, maxItems + 1))
    .map(([item, count]) => Array.from({ length: count }, () => item));
  return fc.oneof({ weight: 30, arbitrary: few }, { weight: 1, arbitrary: full });
}

function textOf({ minLength = 0, maxLength = 2 * MANY, pattern = '', format }: Schema): fc.Arbitrary<string> {
  const fitting = words.filter(
    (word) => new RegExp(pattern, 'u').test(word) && (format !== 'uri' || URL.canParse(word)),
  );
  const bounds = [minLength, minLength - 1, maxLength, maxLength + 1].filter(
    (count) => count >= 0 && count <= 2 * MANY,
  );
  return fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom(...fitting) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('a', '😀', '0'), fc.constantFrom(...bounds))
        .map(([letter, count]) => letter.repeat(count)),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 10 }) },
  );
}

function numberOf({ minimum, maximum, exclusiveMinimum }: Schema, step: number): fc.Arbitrary<Json> {
  const bounds = [minimum, maximum, exclusiveMinimum].filter((bound) => bound !== undefined);
  const [least, most] = [minimum ?? 1, Math.min(maximum ?? 1000, 1000)];
  const fitting = Number.isInteger(least)
    ? fc.integer({ min: least, max: Math.max(least, Math.floor(most)) })
    : fc.double({ min: least, max: most, noNaN: true });
  return bounds.length === 0
    ? fitting
    : fc.oneof(
        { weight: 20, arbitrary: fitting },
        { weight: 1, arbitrary: fc.constantFrom(...bounds.flatMap((bound) => [bound - step, bound, bound + step])) },
      );
}

type Change = (document: Json) => Json;
type Place = [parent: Json[] | { [key: string]: Json }, key: string | number];

/** One change somewhere in a document: a value replaced, removed, repeated or moved, or a key added. */
const change: fc.Arbitrary<Change> = fc
  .tuple(
    fc.nat(),
    fc.nat(),
    fc.oneof(fc.constantFrom(...edges), anything),
    fc.constantFrom('zz', 'type', 'kind', 'role', 'note', 'null'),
    fc.constantFrom('replace', 'remove', 'repeat', 'move', 'add'),
  )
  .map(([at, from, value, key, how]) => (document) => {
    const changed = structuredClone(document);
    const places = placesOf(changed);
    if (places.length === 0) return value;
    const [parent, name] = places[at % places.length]!;
    const [source, sourceName] = places[from % places.length]!;
    const old = read(parent, name);
    if (how === 'replace') write(parent, name, value);
    else if (how === 'move') write(parent, name, structuredClone(read(source, sourceName)));
    else if (Array.isArray(parent))
      parent.splice(
        Number(name),
        how === 'remove' ? 1 : 0,
        ...(how === 'remove' ? [] : [how === 'repeat' ? structuredClone(old) : value]),
      );
    else if (how === 'remove') delete parent[name];
    else write(parent, key, value);
    return changed;
  });

const read = (parent: Place[0], key: string | number): Json => (parent as Record<string, Json>)[key]!;
const write = (parent: Place[0], key: string | number, value: Json): void => {
  (parent as Record<string, Json>)[key] = value;
};

/** Every place of a document that holds a value. */
function placesOf(document: Json): Place[] {
  if (typeof document !== 'object' || document === null) return [];
  return Object.keys(document).flatMap((key) => [[document, key] as Place, ...placesOf(read(document, key))]);
}
