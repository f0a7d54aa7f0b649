import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { boundedCache } from './bounded-cache.ts';
import { canonical, isObject } from './canonical.ts';
import { PatternError, patternOf } from './regex.ts';
import { BUDGET_KEYWORD, guarded, SchemaError } from './schema-guard.ts';

/** How many subschema applications one validation may cost; a recursive schema can otherwise take exponential time. */
const BUDGET = 1_000_000;
/** Characters of text times size of pattern that cost as much as applying one subschema. */
const PATTERN_STEP = 20;

/** What is left of the validation under way; validation is synchronous, so there is only ever one. */
let left = 0;
function spend(steps: number): void {
  left -= steps;
  if (left < 0) throw new SchemaError('the value is too costly to validate against the schema');
}

/** Ajv compiles `pattern` through this, so that a schema's patterns cannot backtrack either. */
const regExp = Object.assign((source: string) => {
  const pattern = patternOf(source);
  return {
    // Ajv tells patterns apart by their text.
    toString: () => source,
    test: (text: string) => {
      spend((pattern.size * text.length) / PATTERN_STEP);
      return pattern.test(text);
    },
  };
}, { code: '' });

// Optimizing the generated code takes time that grows with the square of the schema.
const options: Options = {
  strict: false, validateFormats: false, addUsedSchema: false, inlineRefs: false, allErrors: false, logger: false, code: { regExp, optimize: false },
};

type Dialect = Ajv | Ajv2019 | Ajv2020;

/** Prepares an Ajv for schemas that strangers wrote. */
function dialect<D extends Dialect>(ajv: D): D {
  ajv.addKeyword({ keyword: BUDGET_KEYWORD, validate: () => { spend(1); return true; }, errors: false });
  // Ajv compares every pair of items.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', error: { message: 'must not have equal items' },
    validate: (unique: boolean, items: unknown[]) => !unique || new Set(items.map(canonical)).size === items.length,
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

/** MCP takes a schema that names no dialect for 2020-12. */
const DIALECTS: Record<string, () => Dialect> = {
  'http://json-schema.org/draft-07/schema': draft07,
  'https://json-schema.org/draft/2019-09/schema': draft2019,
  'https://json-schema.org/draft/2020-12/schema': draft2020,
};

const compiled = boundedCache(500, (text): ValidateFunction | SchemaError => {
  try {
    const schema = JSON.parse(text) as unknown;
    const ajv = dialectOf(schema);
    const instrumented = guarded(schema);
    const validate = ajv.compile(instrumented);
    if (typeof instrumented === 'object') ajv.removeSchema(instrumented);
    return validate;
  } catch (error) {
    return error instanceof SchemaError ? error : new SchemaError(`the schema cannot be used (${(error as Error).message})`);
  }
});

function dialectOf(schema: unknown): Dialect {
  const named = isObject(schema) ? schema.$schema : undefined;
  if (named === undefined) return draft2020();
  const known = typeof named === 'string' ? DIALECTS[named.replace(/#$/, '')] : undefined;
  if (!known) throw new SchemaError('the schema names a dialect that is not supported');
  return known();
}

/**
 * Where and how `value` breaks `schema`, in words; undefined when it fits. Formats are annotations and not checked.
 * Throws SchemaError when the schema cannot be used or the validation would cost too much.
 */
export function schemaViolation(schema: unknown, value: unknown): string | undefined {
  const validate = compiled(JSON.stringify(schema) ?? 'null');
  if (validate instanceof SchemaError) throw validate;
  left = BUDGET;
  try {
    if (validate(value)) return undefined;
  } catch (error) {
    if (error instanceof SchemaError) throw error;
    if (error instanceof PatternError || error instanceof RangeError) throw new SchemaError('the value is too costly to validate against the schema');
    throw error;
  }
  const [problem] = validate.errors ?? [];
  return `${problem?.instancePath || 'the value'} ${problem?.message ?? 'does not fit'}`;
}
