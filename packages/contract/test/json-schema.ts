import type { TSchema } from 'typebox';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** The parts of JSON Schema that our documents use. */
export interface Schema {
  type?: string | string[];
  const?: Json;
  enum?: Json[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  minProperties?: number;
  maxProperties?: number;
  dependentSchemas?: Record<string, Schema>;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  discriminator?: { propertyName: string };
  oneOf?: Schema[];
  anyOf?: Schema[];
  if?: Schema;
  then?: Schema;
  else?: Schema;
}

const READ = new Set([
  'type',
  'const',
  'enum',
  'properties',
  'required',
  'additionalProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'dependentSchemas',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'items',
  'minItems',
  'maxItems',
  'uniqueItems',
  'discriminator',
  'oneOf',
  'anyOf',
  'if',
  'then',
  'else',
]);
const ONLY_SAID = new Set([
  '$id',
  'description',
  'default',
  'deprecated',
  'examples',
  'x-normalize',
  'x-prints',
  'x-says',
]);

/** The JSON of a schema. Throws for a keyword without examples, so that no keyword goes untested. */
export function plainSchema(schema: TSchema): Schema {
  const json = JSON.parse(JSON.stringify(schema)) as Schema;
  know(json);
  return json;
}

function know(schema: Schema): void {
  const unknown = Object.keys(schema).find((keyword) => !READ.has(keyword) && !ONLY_SAID.has(keyword));
  if (unknown !== undefined) throw new Error(`There are no examples for the keyword ${unknown}.`);
  for (const part of partsOf(schema)) know(part);
}

const partsOf = ({
  properties = {},
  dependentSchemas = {},
  additionalProperties,
  propertyNames,
  items,
  oneOf = [],
  anyOf = [],
  if: condition,
  then,
  else: otherwise,
}: Schema): Schema[] =>
  [
    ...Object.values(properties),
    ...Object.values(dependentSchemas),
    additionalProperties,
    propertyNames,
    items,
    ...oneOf,
    ...anyOf,
    condition,
    then,
    otherwise,
  ].filter((part): part is Schema => typeof part === 'object');
