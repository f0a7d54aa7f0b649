import { LRUCache } from 'lru-cache';
import { Ajv, type AnySchemaObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { canonicalJson } from '@assay/contract/canonical';
import { isObject } from '@assay/contract/json';
import { ComputeBudget, ComputeBudgetError } from './compute-budget.ts';
import { patternOf } from './regex.ts';
import { cachedByObject } from './cached-by-object.ts';
import { BUDGET_KEYWORD, guardSchema, SchemaError, type JsonSchema } from './schema-guard.ts';

/** The highest cost of applying a subschema, and of each character, key or item of its value, in steps. */
const STEPS_PER_APPLICATION = 500;
const STEPS_PER_CHARACTER = 3;
const STEPS_PER_KEY = 20;
const STEPS_PER_UNIQUE_CHARACTER = 50;
/** Cost of unwinding a stack overflow. */
const STEPS_PER_OVERFLOW = 20_000_000;
/** Cost of reading a schema, per character. */
const STEPS_TO_READ = 20;

/** Ajv compiles `pattern` through this, so that patterns in schemas cannot backtrack either. */
const regExp = Object.assign(
  (source: string) => {
    const pattern = patternOf(source);
    return {
      // Ajv distinguishes patterns by their text.
      toString: () => source,
      test: (text: string) => pattern.isIn(text),
    };
  },
  { code: '' },
);

// The time to optimize generated code grows with the square of the schema's size.
const options: Options = {
  strict: false,
  validateFormats: false,
  addUsedSchema: false,
  inlineRefs: false,
  allErrors: false,
  logger: false,
  code: { regExp, optimize: false },
  // A validator is called with the budget that pays for it as `this`, so validations share no state.
  passContext: true,
};

type Dialect = Ajv | Ajv2019 | Ajv2020;

/** Compiles the payment for applying one subschema: all its work on a value is paid before any of it is done. */
function compilePayment(steps: number, schema: AnySchemaObject) {
  const textSteps = STEPS_PER_CHARACTER + (typeof schema.pattern === 'string' ? matchSteps([schema.pattern]) : 0);
  const names = isObject(schema.patternProperties) ? matchSteps(Object.keys(schema.patternProperties)) : 0;
  // `additionalProperties` matches the names once more.
  const nameSteps = 'additionalProperties' in schema ? 2 * names : names;
  const stepsFor = (value: unknown): number => {
    if (typeof value === 'string') return value.length * textSteps;
    if (Array.isArray(value) && schema.uniqueItems === true)
      return JSON.stringify(value).length * STEPS_PER_UNIQUE_CHARACTER;
    if (!isObject(value)) return 0;
    const keys = Object.keys(value);
    return keys.length * STEPS_PER_KEY + (nameSteps && keys.join('').length * nameSteps);
  };
  return function payForApplication(this: ComputeBudget, value: unknown): boolean {
    this.spend(STEPS_PER_APPLICATION + steps + stepsFor(value));
    return true;
  };
}

const matchSteps = (patterns: string[]): number =>
  patterns.reduce((sum, source) => sum + patternOf(source).stepsPerCharacter, 0);

function hasUniqueItems(unique: boolean, items: unknown[]): boolean {
  if (!unique) return true;
  const isPlain = items.every((item) => typeof item !== 'object' || item === null);
  return new Set(isPlain ? items : items.map(canonicalJson)).size === items.length;
}

/** Prepares an Ajv instance for untrusted schemas. */
function dialect<D extends Dialect>(ajv: D): D {
  // The budget keyword runs before all others.
  const first = ajv.RULES.rules.find(({ type }) => type === undefined)!.rules[0]!.keyword;
  ajv.addKeyword({
    keyword: BUDGET_KEYWORD,
    before: first,
    compile: compilePayment,
    errors: false,
  });
  // Ajv compares every pair of items, so uniqueItems is replaced.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: { message: 'must not have equal items' },
    validate: hasUniqueItems,
  });
  return ajv;
}

const lazily = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};
const draft07 = lazily(() => dialect(new Ajv(options)));
const draft2019 = lazily(() => dialect(new Ajv2019(options)));
const draft2020 = lazily(() => dialect(new Ajv2020(options)));

/** MCP reads a schema without a dialect as 2020-12. */
const DIALECTS: Record<string, () => Dialect> = {
  'http://json-schema.org/draft-07/schema': draft07,
  'https://json-schema.org/draft/2019-09/schema': draft2019,
  'https://json-schema.org/draft/2020-12/schema': draft2020,
};

/** A parsed schema; compiling it is the expensive part. */
interface Prepared {
  steps: number;
  validator: () => ValidateFunction | SchemaError;
}

const prepared = new LRUCache<string, Prepared | SchemaError>({
  max: 200,
  memoMethod: (text) =>
    usable(() => {
      const read = JSON.parse(text) as unknown;
      const ajv = dialectOf(read);
      const { schema, steps } = guardSchema(read);
      return { steps, validator: lazily(() => usable(() => compile(ajv, schema))) };
    }),
});

/** Ajv validates the schema against its metaschema. `Prepared.steps` pays for that, not the budget of a caller. */
function compile(ajv: Dialect, schema: JsonSchema): ValidateFunction {
  // Ajv finds the root by `#` only in a schema with an id.
  const named = typeof schema === 'object' ? { ...schema, $id: 'assay:schema' } : schema;
  try {
    return ajv.compile(named);
  } finally {
    if (typeof named === 'object') ajv.removeSchema(named);
  }
}

/** The result of `make`, or a SchemaError when it throws. */
function usable<T>(make: () => T): T | SchemaError {
  try {
    return make();
  } catch (error) {
    return error instanceof SchemaError
      ? error
      : new SchemaError(`the schema cannot be used (${(error as Error).message})`);
  }
}

function dialectOf(schema: unknown): Dialect {
  const named = isObject(schema) ? schema.$schema : undefined;
  if (named === undefined) return draft2020();
  const known = typeof named === 'string' ? DIALECTS[named.replace(/#$/, '')] : undefined;
  if (!known) throw new SchemaError('the schema names a dialect that is not supported');
  return known();
}

/** A run has the same schema objects repeatedly. */
const textOf = cachedByObject((schema: object): string => JSON.stringify(schema));

/** Where (a JSON Pointer) and how a value breaks a schema. */
export interface SchemaFault {
  path: string;
  message: string;
}

/** Where and how a value breaks a schema, in words. */
export const violationOf = ({ path, message }: SchemaFault): string => `${path || 'the value'} ${message}`;
/** The violation of a schema in words; undefined when `value` fits. Throws as `schemaFault` does. */
export function schemaViolation(schema: unknown, value: unknown, budget = new ComputeBudget()): string | undefined {
  const fault = schemaFault(schema, value, budget);
  return fault && violationOf(fault);
}
/** As `violationOf`, where it is clear which value is meant. */
export const briefViolationOf = ({ path, message }: SchemaFault): string => (path ? `${path} ${message}` : message);

/**
 * The first fault of `value` under `schema`; undefined when it fits. Formats are annotations and not checked.
 * Throws SchemaError when the schema cannot be used, or BudgetError when the validation costs more than is left.
 */
export function schemaFault(schema: unknown, value: unknown, budget = new ComputeBudget()): SchemaFault | undefined {
  try {
    const validate = validatorOf(isObject(schema) ? textOf(schema) : (JSON.stringify(schema) ?? 'null'), budget);
    if (validate.call(budget, value)) return undefined;
    const [problem] = validate.errors ?? [];
    return { path: problem?.instancePath ?? '', message: problem?.message ?? 'does not fit' };
  } catch (error) {
    if (error instanceof ComputeBudgetError) throw new SchemaError(error.message);
    if (!(error instanceof RangeError)) throw error;
    budget.spend(STEPS_PER_OVERFLOW);
    throw new SchemaError('the schema or the value is nested without end');
  }
}

function validatorOf(text: string, budget: ComputeBudget): ValidateFunction {
  budget.spendOnce(text, text.length * STEPS_TO_READ);
  const known = prepared.memo(text);
  if (known instanceof SchemaError) throw known;
  budget.spendOnce(known, known.steps);
  const validate = known.validator();
  if (validate instanceof SchemaError) throw validate;
  return validate;
}
