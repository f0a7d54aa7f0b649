import { Ajv2020, type ErrorObject, type FuncKeywordDefinition, type ValidateFunction } from 'ajv/dist/2020.js';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import formats from 'ajv-formats';
import { normalName } from '@assay/contract/normal-name';
import type { TObject, TSchema } from 'typebox';

/** Where a document breaks its schema: a JSON Pointer, and what is wrong in words. */
export interface SchemaIssue {
  path: string;
  message: string;
}

/**
 * Compiles schemas as every parser of documents does: each once, and not before a first document is held against it,
 * because the code of a large one takes time and memory that most processes never need. For the same reason a variant of
 * a tagged union is compiled with its first document: all types of assertions take 100 ms. Compilers with the same
 * options share what they compiled.
 */
export function schemaCompiler(options: CompilerOptions = {}): (schema: TSchema) => DocumentCheck {
  const key = JSON.stringify(options);
  const known = compilers.get(key) ?? newCompiler(options);
  compilers.set(key, known);
  return known;
}

/** Whether a document fits a schema; when it does not, `errors` says where. */
export interface DocumentCheck {
  (document: unknown): boolean;
  errors?: ErrorObject[];
}

interface CompilerOptions {
  allErrors?: boolean;
  coerceTypes?: boolean;
}

const compilers = new Map<string, (schema: TSchema) => DocumentCheck>();

function newCompiler(options: CompilerOptions): (schema: TSchema) => DocumentCheck {
  const ajv = new Ajv2020({
    // A test holds all schemas against the meta-schema, whose own compilation takes 25 ms.
    validateSchema: false,
    strict: true,
    strictRequired: false,
    strictTypes: false,
    code: { optimize: false },
    verbose: true,
    ...options,
  });
  formats.default(ajv);
  ajv.addKeyword(normalize);
  // The same variant stands in several schemas.
  const compileVariant = memoized((variant) => ajv.compile(JSON.parse(variant) as TSchema));
  ajv.addKeyword(variantKeyword(compileVariant));
  ajv.addKeyword({ keyword: 'x-says', schemaType: 'string' });
  ajv.addKeyword({ keyword: 'x-prints', schemaType: ['string', 'object'] });
  const compiled = new WeakMap<TSchema, DocumentCheck>();
  return (schema) => {
    const known =
      compiled.get(schema) ?? telling(ajv.compile(JSON.parse(compilable(schema)) as TSchema), compileVariant);
    compiled.set(schema, known);
    return known;
  };
}

/** A check that tells the errors within variants. */
function telling(validate: ValidateFunction, compileVariant: (variant: string) => ValidateFunction): DocumentCheck {
  const check: DocumentCheck = (document) => {
    if (validate(document)) return true;
    check.errors = validate.errors!.flatMap((error) => errorsWithin(error, compileVariant));
    return false;
  };
  return check;
}

/**
 * The errors of a document within its variant, in place of the one that says that it does not fit. Ajv copies all errors
 * so far whenever a keyword adds several, so that many faults would take the square of their number; so this one adds one.
 */
function errorsWithin(error: ErrorObject, compileVariant: (variant: string) => ValidateFunction): ErrorObject[] {
  if (error.keyword !== VARIANTS) return [error];
  const { tag, schemas } = error.schema as Variants;
  const { instancePath, data: document } = error as ErrorObject & { data: Record<string, unknown> };
  const variant = variantOf(schemas, document[tag]);
  if (variant === undefined) return [{ ...error, keyword: 'discriminator', params: { tag, tagValue: document[tag] } }];
  const validate = compileVariant(JSON.stringify(variant));
  validate(document, {
    instancePath,
    parentData: {},
    parentDataProperty: '',
    rootData: document,
    dynamicAnchors: {},
  });
  return (validate.errors ?? []).flatMap((inner) => errorsWithin(inner, compileVariant));
}

function memoized(compile: (variant: string) => ValidateFunction): (variant: string) => ValidateFunction {
  const known = new Map<string, ValidateFunction>();
  return (variant) => {
    const check = known.get(variant) ?? compile(variant);
    known.set(variant, check);
    return check;
  };
}

/** The variants of a tagged union, by the value of their tag. */
interface Variants {
  tag: string;
  schemas: Record<string, TSchema>;
}

const VARIANTS = 'x-variants';

const variantOf = (schemas: Variants['schemas'], value: unknown): TSchema | undefined =>
  typeof value === 'string' && Object.hasOwn(schemas, value) ? schemas[value] : undefined;

/** Holds an object against the variant that its tag names. */
const variantKeyword = (compile: (variant: string) => ValidateFunction): FuncKeywordDefinition => ({
  keyword: VARIANTS,
  type: 'object',
  schemaType: 'object',
  errors: false,
  compile: ({ tag, schemas }: Variants) => {
    const checks = new Map<unknown, ValidateFunction>();
    return (document: Record<string, unknown>, place) => {
      const value = document[tag];
      const variant = variantOf(schemas, value);
      if (variant === undefined) return false;
      const check = checks.get(value) ?? compile(JSON.stringify(variant));
      checks.set(value, check);
      return check(document, place);
    };
  },
});

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

/**
 * A schema as JSON, for Ajv. Schemas carry names for the printed contract, and Ajv would refuse a named one that stands in
 * two places. Tagged unions become our own keyword.
 */
const compilable = (schema: TSchema): string =>
  JSON.stringify(schema, (key, value: unknown) => {
    if (key === '$id' && typeof value === 'string') return undefined;
    return isTagged(value) ? untagged(value) : value;
  });

type Tagged = { discriminator: { propertyName: string }; oneOf: TObject[] };

const isTagged = (value: unknown): value is Tagged =>
  typeof value === 'object' && value !== null && 'discriminator' in value && 'oneOf' in value;

function untagged({ discriminator: { propertyName: tag }, oneOf, ...rest }: Tagged): object {
  const schemas = oneOf.map((variant) => [(variant.properties[tag] as { const?: unknown }).const, variant] as const);
  return { ...rest, [VARIANTS]: { tag, schemas: Object.fromEntries(schemas) } satisfies Variants };
}

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
