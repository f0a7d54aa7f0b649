import { Ajv2020, type ErrorObject, type FuncKeywordDefinition, type ValidateFunction } from 'ajv/dist/2020.js';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import formats from 'ajv-formats';
import { normalName } from '@assay/contract/normal-name';
import type { TSchema } from 'typebox';

/** Where a document breaks its schema: a JSON Pointer, and what is wrong in words. */
export interface SchemaIssue {
  path: string;
  message: string;
}

/**
 * Compiles schemas as every parser of documents does: each once, and not before a first document is held against it,
 * because the code of a large one takes time and memory that most processes never need.
 */
export function schemaCompiler(
  options: { allErrors?: boolean; coerceTypes?: boolean } = {},
): (schema: TSchema) => ValidateFunction {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    strictTypes: false,
    discriminator: true,
    verbose: true,
    ...options,
  });
  formats.default(ajv);
  ajv.addKeyword(normalize);
  for (const keyword of ['x-says', 'x-prints']) ajv.addKeyword({ keyword, schemaType: 'string' });
  const compiled = new WeakMap<TSchema, ValidateFunction>();
  return (schema) => {
    const known = compiled.get(schema) ?? ajv.compile(nameless(schema));
    compiled.set(schema, known);
    return known;
  };
}

/** Brings a name to the form in which names are kept, before its bounds are held. What stands in nothing cannot be rewritten, and is held to them as it is. */
const normalize: FuncKeywordDefinition = {
  keyword: 'x-normalize',
  type: 'string',
  schemaType: 'string',
  before: 'maxLength',
  modifying: true,
  errors: false,
  validate: (_form: string, text: string, _schema?: object, place?: DataValidationCxt) => {
    if (place?.parentData) place.parentData[place.parentDataProperty] = normalName(text);
    return true;
  },
};

/** Schemas carry names for the printed contract; Ajv would refuse a named one that stands in two places. */
const nameless = (schema: TSchema) =>
  JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key === '$id' && typeof value === 'string' ? undefined : value)),
  ) as TSchema;

/**
 * An error of Ajv in our words, with the path of the very key that is unknown or missing. `x-says` is the message of a
 * pattern, and follows the message about the keys of an object.
 */
export function issueOf({ instancePath, keyword, message, params, parentSchema }: ErrorObject): SchemaIssue {
  const says = parentSchema?.['x-says'] as string | undefined;
  const hint = says === undefined ? '' : `: ${says}`;
  if (typeof params.additionalProperty === 'string')
    return {
      path: `${instancePath}/${pointerSegment(params.additionalProperty)}`,
      message: `is not a known field${hint}`,
    };
  if (typeof params.missingProperty === 'string')
    return { path: `${instancePath}/${pointerSegment(params.missingProperty)}`, message: `is required${hint}` };
  if (keyword === 'minProperties' || keyword === 'maxProperties')
    return { path: instancePath, message: `${message}${hint}` };
  if (typeof params.tag === 'string')
    return {
      path: `${instancePath}/${pointerSegment(params.tag)}`,
      message: 'is missing, or none of the known values',
    };
  if ((keyword === 'pattern' || keyword === 'const') && says !== undefined)
    return { path: instancePath, message: says };
  const allowed = Array.isArray(params.allowedValues) ? `: ${params.allowedValues.join(', ')}` : '';
  return { path: instancePath, message: `${message ?? 'is not valid'}${allowed}` };
}

/** A key as it stands in a JSON Pointer; the beginning of a very long one. */
export const pointerSegment = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1').slice(0, 200);

/** Says of alternatives that none fits; which part of them does not is told by the errors beside it. */
const isSummary = ({ keyword, params }: ErrorObject): boolean =>
  ['if', 'anyOf', 'oneOf'].includes(keyword) || (keyword === 'type' && params.type === 'null');

const compile = schemaCompiler({ allErrors: true });

/** Tells every place where a value breaks a schema, each place once. */
export const schemaChecker =
  (schema: TSchema): ((value: unknown) => SchemaIssue[]) =>
  (value) => {
    const check = compile(schema);
    if (check(value)) return [];
    const errors = check.errors!;
    const told = errors.filter((error) => !isSummary(error));
    const byPath = new Map<string, SchemaIssue>();
    for (const issue of (told.length > 0 ? told : errors).map(issueOf))
      if (!byPath.has(issue.path)) byPath.set(issue.path, issue);
    return [...byPath.values()];
  };
