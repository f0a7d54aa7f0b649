import type { TSchema } from 'typebox';
import type { PrintSchema } from './print-schema.ts';
import { inSimpleWords } from './simple-words.ts';

type Json = Record<string, unknown>;
type Schemas = Readonly<Record<string, unknown>>;
interface Reference {
  $ref: string;
}

const referenceTo = (name: string): Reference => ({ $ref: `#/components/schemas/${name}` });

/** Prints schemas; collects their named parts in `schemas`, and leaves references to them. */
export function schemaPrinter(schemas: Record<string, unknown>): PrintSchema {
  const keep = (name: string, schema: Json) => {
    if (name in schemas && JSON.stringify(schemas[name]) !== JSON.stringify(schema))
      throw new Error(`Two schemas are named ${name}.`);
    schemas[name] = schema;
    return referenceTo(name);
  };
  // A reviver sees the innermost schemas first.
  return (schema: TSchema) =>
    JSON.parse(JSON.stringify(schema), function print(this: unknown, _key, value) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      if ((value as Json).type === 'null' && !Array.isArray(this)) return alwaysNull(value as Json);
      const printed = withWidth(inSimpleWords(value as Json));
      if (typeof printed.$id !== 'string') return assertNoVariants(printed);
      const { $id, ...rest } = printed as Json & { $id: string };
      return keep($id, withNamedVariants($id, asOneObject(asAlternatives(rest, schemas)), schemas, keep));
    }) as unknown;
}

/** A number of 64 bits: generators of Go would else take 32, too few for a time in milliseconds. */
function withWidth(schema: Json): Json {
  // A schema with several types has its alternatives only now.
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: (schema.anyOf as Json[]).map(withWidth) };
  return schema.type === 'number' ? { ...schema, format: 'double' } : schema;
}

/** A value that is always null: as a constant, because generators take `null` for a type of ours. */
function alwaysNull(schema: Json): Json {
  const { type: _type, ...rest } = schema;
  return { ...rest, const: null };
}

/**
 * A choice by `if` between two named schemas as `oneOf`, which generators understand. The two exclude each other: one
 * requires the key that the other does not have. Unions of variants are printed as their variants: no discriminator
 * tells the unions apart, but each variant has a constant of its own.
 */
function asAlternatives(schema: Json, schemas: Schemas): Json {
  const { if: condition, then, else: otherwise, ...rest } = schema;
  if (!condition || !isReference(then) || !isReference(otherwise)) return schema;
  const { type: _, ...more } = rest;
  const variantsOf = (reference: Reference) => {
    const { discriminator, oneOf } = named(reference, schemas);
    return discriminator ? (oneOf as Reference[]) : [reference];
  };
  return { ...more, oneOf: [then, otherwise].flatMap(variantsOf) };
}

/**
 * A closed object that needs at least one of some keys: instead of alternatives, each without fields, that its other keys
 * are not all that it has. Generators of clients make no class of that.
 */
function asOneObject(schema: Json): Json {
  const { anyOf, ...object } = schema;
  const { properties, additionalProperties } = object;
  if (!Array.isArray(anyOf) || !properties || additionalProperties !== false) return schema;
  const needed = (anyOf as Json[]).map(neededKey);
  if (needed.includes(undefined)) return schema;
  const others = Object.keys(properties).filter((key) => !needed.includes(key));
  return { ...object, not: { propertyNames: { enum: others } } };
}

/** The key that an alternative needs, where it says nothing else. */
function neededKey({ type, required, ...more }: Json): string | undefined {
  const isBare = type === 'object' && Array.isArray(required) && required.length === 1;
  return isBare && Object.keys(more).length === 0 ? (required as [string])[0] : undefined;
}

const isReference = (schema: unknown): schema is Reference =>
  typeof (schema as Json | undefined)?.['$ref'] === 'string';

/** The printed schema that a reference names. */
const named = ({ $ref }: Reference, schemas: Schemas): Json => schemas[$ref.slice($ref.lastIndexOf('/') + 1)] as Json;

/** Generators tell variants apart by the names of their documents, which follow from the name of their union. */
function assertNoVariants(schema: Json): Json {
  const { propertyName } = (schema.discriminator ?? {}) as { propertyName?: unknown };
  if (typeof propertyName === 'string' && Array.isArray(schema.oneOf))
    throw new Error(`A union of variants by ${propertyName} has no name.`);
  return schema;
}

/** Names each variant without a name after the union and its tag, and maps the tags to the names. */
function withNamedVariants(
  name: string,
  schema: Json,
  schemas: Schemas,
  keep: (name: string, schema: Json) => Reference,
): Json {
  const { discriminator, oneOf: variants } = schema as { discriminator?: { propertyName: string }; oneOf?: Json[] };
  if (!discriminator || !variants) return schema;
  const { propertyName } = discriminator;
  const mapping: Record<string, string> = {};
  const references = variants.map((variant) => {
    const { properties } = isReference(variant) ? named(variant, schemas) : variant;
    const { const: only, enum: tags = [only] } = (properties as Record<string, { const?: string; enum?: string[] }>)[
      propertyName
    ]!;
    const reference = isReference(variant) ? variant : keep(`${name}${pascal(tags[0]!)}`, variant);
    for (const tag of tags) mapping[tag!] = reference.$ref;
    return reference;
  });
  return { ...schema, discriminator: { propertyName, mapping }, oneOf: references };
}

const pascal = (tag: string): string =>
  tag
    .split(/[^A-Za-z0-9]/)
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');
