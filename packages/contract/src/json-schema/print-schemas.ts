import type { TSchema } from 'typebox';
import type { PrintSchema } from './print-schema.ts';
import { inSimpleWords } from './simple-words.ts';

type Json = Record<string, unknown>;

const referenceTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

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
      const printed = inSimpleWords(value as Json);
      if (typeof printed.$id !== 'string') return assertNoVariants(printed);
      const { $id, ...rest } = printed as Json & { $id: string };
      return keep($id, withNamedVariants($id, asAlternatives(rest), keep));
    }) as unknown;
}

/** A value that is always null: as a constant, because generators take `null` for a type of ours. */
function alwaysNull(schema: Json): Json {
  const { type: _type, ...rest } = schema;
  return { ...rest, const: null };
}

/**
 * A choice by `if` between two named schemas as `oneOf`, which generators understand. The two exclude each other: one
 * requires the key that the other does not have.
 */
function asAlternatives(schema: Json): Json {
  const { if: condition, then, else: otherwise, ...rest } = schema;
  if (!condition || !isReference(then) || !isReference(otherwise)) return schema;
  const { type: _, ...more } = rest;
  return { ...more, oneOf: [then, otherwise] };
}

const isReference = (schema: unknown): boolean => typeof (schema as Json | undefined)?.['$ref'] === 'string';

/** Generators tell variants apart by the names of their documents, which follow from the name of their union. */
function assertNoVariants(schema: Json): Json {
  const { propertyName } = (schema.discriminator ?? {}) as { propertyName?: unknown };
  if (typeof propertyName === 'string' && Array.isArray(schema.oneOf))
    throw new Error(`A union of variants by ${propertyName} has no name.`);
  return schema;
}

/** Names each variant of a tagged union after the union and its tag, and maps the tags to the names. */
function withNamedVariants(name: string, schema: Json, keep: (name: string, schema: Json) => object): Json {
  const { discriminator, oneOf: variants } = schema as { discriminator?: { propertyName: string }; oneOf?: Json[] };
  if (!discriminator || !variants) return schema;
  const { propertyName } = discriminator;
  const mapping: Record<string, string> = {};
  const named = variants.map((variant) => {
    const { const: only, enum: tags = [only] } = (
      variant.properties as Record<string, { const?: string; enum?: string[] }>
    )[propertyName]!;
    const reference = keep(`${name}${pascal(tags[0]!)}`, variant);
    for (const tag of tags) mapping[tag!] = (reference as { $ref: string }).$ref;
    return reference;
  });
  return { ...schema, discriminator: { propertyName, mapping }, oneOf: named };
}

const pascal = (tag: string): string =>
  tag
    .split(/[^A-Za-z0-9]/)
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');
