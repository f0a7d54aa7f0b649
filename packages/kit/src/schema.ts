import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { TSchema } from 'typebox';

/** Where a document breaks its schema: a JSON Pointer, and what is wrong in words. */
export interface Issue { path: string; message: string }

/** An Ajv as every parser of documents uses it. */
export function documentAjv(options: { allErrors?: boolean; coerceTypes?: boolean } = {}): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, discriminator: true, ...options });
  formats.default(ajv);
  return ajv;
}

/** Schemas carry names for the printed contract; Ajv would refuse a named one that stands in two places. */
export const nameless = (schema: TSchema) =>
  JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === '$id' && typeof value === 'string' ? undefined : value))) as TSchema;

/** An error of Ajv in our words, with the path of the very key that is unknown or missing. */
export function issueOf({ instancePath, message, params }: ErrorObject): Issue {
  if (typeof params.additionalProperty === 'string') return { path: `${instancePath}/${pointerSegment(params.additionalProperty)}`, message: 'is not a known field' };
  if (typeof params.missingProperty === 'string') return { path: `${instancePath}/${pointerSegment(params.missingProperty)}`, message: 'is required' };
  if (typeof params.tag === 'string') return { path: `${instancePath}/${pointerSegment(params.tag)}`, message: 'is missing, or none of the known values' };
  const allowed = Array.isArray(params.allowedValues) ? `: ${params.allowedValues.join(', ')}` : '';
  return { path: instancePath, message: `${message ?? 'is not valid'}${allowed}` };
}

const pointerSegment = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1').slice(0, 200);

/** Says of alternatives that none fits; which part of them does not is told by the errors beside it. */
const isSummary = ({ keyword, params }: ErrorObject): boolean =>
  ['if', 'anyOf', 'oneOf'].includes(keyword) || (keyword === 'type' && params.type === 'null');

const everything = documentAjv({ allErrors: true });

/** Compiles a schema once; the result tells every place where a value breaks it, each place once. */
export function checker(schema: TSchema): (value: unknown) => Issue[] {
  const check = everything.compile(nameless(schema));
  return (value) => {
    if (check(value)) return [];
    const errors = check.errors!;
    const told = errors.filter((error) => !isSummary(error));
    const byPath = new Map<string, Issue>();
    for (const issue of (told.length > 0 ? told : errors).map(issueOf)) if (!byPath.has(issue.path)) byPath.set(issue.path, issue);
    return [...byPath.values()];
  };
}
