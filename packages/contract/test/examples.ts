import type { Json, JsonObject, Schema } from './json-schema.ts';
import { completeObject, constantsOf, fillArray, isMetBy, sampleOf, textOf, textsOf } from './samples.ts';

/** A document on one side of a bound. `fault` is the place of the fault in a refused one, as a JSON Pointer. */
export interface Example {
  bound: string;
  document: Json;
  fault?: string;
}

const accepted = (bound: string, document: Json): Example => ({ bound, document });
const refused = (bound: string, document: Json, fault = ''): Example => ({ bound, document, fault });

/** For every bound of a schema, documents just within it and documents just outside of it. */
export function examplesOf(schema: Schema): Example[] {
  if (schema.const !== undefined)
    return [accepted('const', schema.const), refused('const', other(schema.const)), refused('type', null)];
  if (schema.enum)
    return [
      ...schema.enum.map((each) => accepted('enum', each)),
      refused('enum', other(schema.enum[0]!)),
      refused('type', null),
    ];
  if (schema.then && schema.else) return ofAlternatives(schema.if!, schema.then, schema.else);
  if (schema.discriminator)
    return [...ofVariants(schema.oneOf!, schema.discriminator.propertyName), ...ofType('object')];
  if (schema.properties) return [...ofObject(schema), ...ofType('object')];
  const union = schema.oneOf ?? schema.anyOf;
  if (union?.some((each) => Object.keys(each).length === 0)) return ofMeant(schema, union);
  if (union) return ofUnion(union);
  if (Array.isArray(schema.type))
    return [...schema.type.map((type) => accepted(`type ${type}`, sampleOf({ type }))), refused('type', null)];
  switch (schema.type) {
    case 'string':
      return [...ofText(schema), ...ofType('string')];
    case 'integer':
      return [...ofNumber(schema, 1), refused('integer', (schema.minimum ?? 1) + 0.5), ...ofType('number')];
    // Beside a large bound, the next number is further away.
    case 'number':
      return [...ofNumber(schema, Math.max(0.001, (schema.maximum ?? 0) * Number.EPSILON)), ...ofType('number')];
    case 'array':
      return [...ofArray(schema), ...ofType('array')];
    case 'boolean':
      return [accepted('boolean', true), accepted('boolean', false), ...ofType('boolean')];
    case 'null':
      return [accepted('null', null)];
    case 'object':
      return [...ofMap(schema), ...ofType('object')];
    default:
      return [null, true, 0, 'a', [], {}].map((each) => accepted('anything', each));
  }
}

/** Values that are meant to fit a schema, but are taken when they do not. */
const ofMeant = ({ type }: Schema, union: Schema[]): Example[] => [
  ...union
    .flatMap(examplesOf)
    .filter(({ document }) => type === undefined || isObject(document))
    .map(({ bound, document }) => accepted(bound, document)),
  ...(type === undefined ? [] : ofType(type as string)),
];

const other = (value: Json): Json => (typeof value === 'number' ? value + 1 : `${value as string}?`);

/** Values of other types, such as a value that a lenient reader would convert. */
const ofType = (type: string): Example[] => {
  const likenesses: Record<string, Json[]> = {
    string: [5],
    number: ['1'],
    boolean: ['true', 1],
    array: [{}],
    object: [[], 'a'],
  };
  return [...likenesses[type]!, null].map((value) => refused(`type ${type}`, value));
};

const ofVariants = (variants: Schema[], tag: string): Example[] =>
  variants.flatMap((variant) =>
    ofObject(variant).map((each) => ({
      ...each,
      bound: `${tag} ${variant.properties![tag]!.const as string}: ${each.bound}`,
    })),
  );

const ofAlternatives = (condition: Schema, then: Schema, otherwise: Schema): Example[] => [
  ...examplesOf(then).filter(({ document }) => isObject(document) && isMetBy(condition, document)),
  ...examplesOf(otherwise),
  ...ofType('object').filter(
    ({ document }) => !typesOf(otherwise).includes(document === null ? 'null' : typeof document),
  ),
];

const typesOf = ({ type, oneOf, anyOf }: Schema): unknown[] =>
  [type, ...(oneOf ?? anyOf ?? []).map((each) => each.type)].flat();

/** Null is accepted where one of the alternatives is null. */
function ofUnion(alternatives: Schema[]): Example[] {
  const takesNull = alternatives.some(({ type }) => type === 'null');
  return alternatives
    .flatMap(examplesOf)
    .filter(({ document, fault }) => !(takesNull && document === null && fault === ''));
}

function ofText(schema: Schema): Example[] {
  const { minLength = 0, maxLength, pattern } = schema;
  const { fitting, unfitting } = textsOf(schema);
  if (pattern !== undefined && unfitting.length === 0)
    throw new Error(`No text is known that breaks the pattern ${pattern}.`);
  return [
    ...fitting.map((text) => accepted(`pattern ${pattern}`, text)),
    ...unfitting.map((text) => refused(`pattern ${pattern}`, text)),
    ...(minLength > 0
      ? [
          accepted(`minLength ${minLength}`, 'a'.repeat(minLength)),
          refused(`minLength ${minLength}`, 'a'.repeat(minLength - 1)),
        ]
      : []),
    ...(maxLength === undefined
      ? []
      : [
          accepted(`maxLength ${maxLength}`, textOf(schema, maxLength)!),
          refused(`maxLength ${maxLength}`, textOf(schema, maxLength + 1)!),
        ]),
  ];
}

const ofNumber = ({ minimum, maximum, exclusiveMinimum }: Schema, step: number): Example[] => [
  ...(minimum === undefined ? [] : [accepted('minimum', minimum), refused('minimum', minimum - step)]),
  ...(maximum === undefined ? [] : [accepted('maximum', maximum), refused('maximum', maximum + step)]),
  ...(exclusiveMinimum === undefined
    ? []
    : [accepted('exclusiveMinimum', exclusiveMinimum + step), refused('exclusiveMinimum', exclusiveMinimum)]),
];

function ofArray(schema: Schema): Example[] {
  const { items = {}, minItems = 0, maxItems, uniqueItems } = schema;
  // Where possible, a fault stands behind a good item, so that its index is not always 0.
  const before = uniqueItems || maxItems === 1 ? [] : [sampleOf(items)];
  return [
    ...examplesOf(items).map((each) =>
      within(each, before.length, (item) => fillArray(schema, minItems, ...before, item)),
    ),
    accepted('minItems', fillArray(schema, minItems)),
    ...(minItems > 0 ? [refused('minItems', fillArray(schema, minItems - 1))] : []),
    ...(maxItems === undefined
      ? []
      : [accepted('maxItems', fillArray(schema, maxItems)), refused('maxItems', fillArray(schema, maxItems + 1))]),
    ...(uniqueItems ? [refused('uniqueItems', [sampleOf(items), sampleOf(items)])] : []),
  ];
}

function ofObject(schema: Schema): Example[] {
  const { properties = {}, required = [], additionalProperties } = schema;
  const least = completeObject(schema, {});
  const stranger = completeObject(schema, { 'unknown/key': 1 });
  return [
    accepted('required keys', least),
    ...ofCount(schema, least),
    additionalProperties === false
      ? refused('additionalProperties', stranger, '/unknown~1key')
      : accepted('additionalProperties', stranger),
    ...required.map((key) => refused('required', without(least, key), `/${key}`)),
    ...Object.entries(properties).flatMap(([key, each]) =>
      examplesOf(each).map((example) => within(example, key, (value) => completeObject(schema, { [key]: value }))),
    ),
    ...ofOverlays(schema, least),
  ];
}

/**
 * Objects with the largest and smallest number of keys, and objects with one key too many or too few. Without bounds,
 * one object with all keys.
 */
function ofCount(schema: Schema, least: JsonObject): Example[] {
  const { properties = {}, minProperties = 0, maxProperties = Infinity } = schema;
  const first = (count: number) =>
    completeObject(
      schema,
      Object.fromEntries(
        Object.entries(properties)
          .slice(0, count)
          .map(([key, each]) => [key, sampleOf(each)]),
      ),
    );
  const entries = Object.entries(least);
  return [
    accepted('maxProperties', first(maxProperties)),
    ...(maxProperties < Object.keys(properties).length ? [refused('maxProperties', first(maxProperties + 1))] : []),
    ...(minProperties > 0 ? [refused('minProperties', Object.fromEntries(entries.slice(0, minProperties - 1)))] : []),
  ];
}

/**
 * An object with keys that the caller chooses. A bad name is a fault of the object, a bad value a fault of its place.
 */
function ofMap({ additionalProperties = true, propertyNames, maxProperties }: Schema): Example[] {
  if (additionalProperties === true) return [accepted('any key', { a: { b: [1] } })];
  const values = additionalProperties as Schema;
  const names = examplesOf({ type: 'string', ...propertyNames }).filter(
    (each): each is Example & { document: string } => typeof each.document === 'string',
  );
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i}`, sampleOf(values)]));
  return [
    ...names.map(({ bound, document, ...rest }) => ({
      ...rest,
      bound: `propertyNames ${bound}`,
      document: { [document]: sampleOf(values) },
    })),
    ...examplesOf(values).map((each) => within(each, 'a', (value) => ({ a: value }))),
    ...(maxProperties === undefined
      ? []
      : [accepted('maxProperties', many(maxProperties)), refused('maxProperties', many(maxProperties + 1))]),
  ];
}

/**
 * Examples for the rules of an object besides its properties: keys that other keys require, and keys of which one must
 * be present.
 */
function ofOverlays(schema: Schema, least: JsonObject): Example[] {
  const { anyOf = [], dependentSchemas = {}, properties = {} } = schema;
  const dependent = Object.entries(dependentSchemas).flatMap(([key, overlay]) =>
    demanded(
      schema,
      overlay,
      `dependentSchemas ${key}`,
      completeObject(schema, { ...least, [key]: sampleOf(properties[key]!) }),
    ),
  );
  const conditional =
    schema.then && !schema.else
      ? demanded(schema, schema.then, 'then', completeObject(schema, { ...least, ...constantsOf(schema.if!) }))
      : [];
  const keys = anyOf.flatMap(({ required = [] }) => required);
  const alternatives = anyOf.map(({ required = [] }) =>
    accepted(
      'anyOf',
      completeObject(schema, Object.fromEntries(required.map((key) => [key, sampleOf(properties[key]!)]))),
    ),
  );
  // If several keys would satisfy the rule, the first is named.
  const none =
    keys.length > 0
      ? [
          refused(
            'anyOf',
            Object.fromEntries(Object.entries(least).filter(([key]) => !keys.includes(key))),
            `/${keys[0]!}`,
          ),
        ]
      : [];
  return [...dependent, ...conditional, ...alternatives, ...none];
}

function demanded({ properties = {} }: Schema, overlay: Schema, bound: string, document: JsonObject): Example[] {
  const values = Object.entries(constantsOf(overlay)).flatMap(([key, value]) =>
    (properties[key]?.enum ?? []).filter((each) => each !== value).map((each) => [key, each] as const),
  );
  return [
    accepted(bound, document),
    ...(overlay.required ?? []).map((key) => refused(`${bound}: required`, without(document, key), `/${key}`)),
    ...values.map(([key, value]) => refused(`${bound}: const`, { ...document, [key]: value }, `/${key}`)),
  ];
}

const within = ({ bound, document, fault }: Example, key: string | number, wrap: (value: Json) => Json): Example => ({
  bound: `/${key} ${bound}`,
  document: wrap(document),
  ...(fault !== undefined && { fault: `/${key}${fault}` }),
});

const without = (value: JsonObject, key: string): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([each]) => each !== key));

export const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
