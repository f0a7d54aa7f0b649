import { isObject } from '@assay/contract/json';
import { resolvePointer, withLocalReferences } from '@assay/contract/json-schema/local-references';
import { ComputeBudgetError, type ComputeBudget } from '@assay/grading/compute-budget';
import { schemaViolation } from '@assay/grading/json-schema';
import { patternSample } from './pattern-sample.ts';
import { SchemaError } from '@assay/grading/schema-guard';

type Schema = Record<string, unknown>;

/** At most this deep a sample, and this many subschemas: a schema that refers to itself has no end. */
const MAX_DEPTH = 8;
const MAX_VISITS = 2_000;
/** At most this long a sample as JSON, in characters: it becomes part of a prompt. */
const MAX_SAMPLE = 2_000;
/** The cost of one key of a schema, in steps of a budget. */
const STEPS_PER_KEY = 100;

const FORMATS: Record<string, string> = {
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
  time: '00:00:00Z',
  duration: 'P1D',
  email: 'user@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com',
  url: 'https://example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
};

/**
 * Makes arguments that fit a tool's input schema: first with the required properties only, then, if that differs, with
 * all properties that can be sampled. Empty when the schema is not valid, requires a value that cannot be made up, or
 * costs more than is left of `budget`. Every value is the schema's `default`, first example, `const` or first `enum`
 * value, or else the smallest that the schema allows; of a pattern, a short text that fits it.
 */
export function sampleArguments(inputSchema: unknown, budget: ComputeBudget): Record<string, unknown>[] {
  try {
    return samplesOf(inputSchema, budget);
  } catch (error) {
    if (error instanceof SchemaError || error instanceof ComputeBudgetError) return [];
    throw error;
  }
}

function samplesOf(inputSchema: unknown, budget: ComputeBudget): Record<string, unknown>[] {
  const fits = (value: unknown) => schemaViolation(inputSchema ?? {}, value, budget) === undefined;
  // Throws when the schema is too large or not valid.
  fits({});
  const local = withLocalReferences(inputSchema);
  const root = isObject(local) ? local : {};
  const [required, all] = [false, true].map((optional) =>
    sample(
      { type: 'object', ...root },
      {
        root,
        optional,
        depth: 0,
        visits: { left: MAX_VISITS },
        budget,
      },
    ),
  );
  const samples = JSON.stringify(required) === JSON.stringify(all) ? [required] : [required, all];
  return samples.filter(
    (each): each is Record<string, unknown> =>
      isObject(each) && JSON.stringify(each).length <= MAX_SAMPLE && fits(each),
  );
}

/**
 * The properties of sampled arguments whose values are made up: texts and numbers for which the schema gives no
 * constant, default, example, choice or format. A server may well answer them with an error.
 */
export function madeUpProperties(inputSchema: unknown, args: Record<string, unknown>): string[] {
  const { properties } = isObject(inputSchema) ? inputSchema : {};
  const declared = isObject(properties) ? properties : {};
  return Object.entries(args).flatMap(([key, value]) => {
    const schema = Object.hasOwn(declared, key) ? declared[key] : undefined;
    const isGiven =
      isObject(schema) && ['const', 'default', 'examples', 'enum', 'format', '$ref'].some((each) => each in schema);
    return !isGiven && (typeof value === 'string' || typeof value === 'number') ? [key] : [];
  });
}

interface Place {
  root: Schema;
  optional: boolean;
  depth: number;
  visits: { left: number };
  budget: ComputeBudget;
}

/** A value that the schema seems to allow; undefined when none can be found. The caller validates the whole. */
function sample(schema: unknown, place: Place): unknown {
  if (schema === true) return 'text';
  if (!isObject(schema) || place.depth > MAX_DEPTH || place.visits.left-- <= 0) return undefined;
  place.budget.spend(keysOf(schema) * STEPS_PER_KEY);
  const given = [schema.const, schema.default, listOf(schema.examples)[0], listOf(schema.enum)[0]].find(
    (value) => value !== undefined,
  );
  if (given !== undefined) return given;
  const inner = { ...place, depth: place.depth + 1 };
  if (typeof schema.$ref === 'string') return sample(resolvePointer(schema.$ref, place.root), inner);
  const choices = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
  if (choices.length > 0)
    return choices
      .map((choice) => sample(merged(schema, choice, place.budget), inner))
      .find((value) => value !== undefined);
  const parts = listOf(schema.allOf);
  if (parts.length > 0)
    return sample(
      parts.reduce<Schema>((whole, part) => merged(whole, part, place.budget), schema),
      inner,
    );
  return ofType(schema, inner);
}

function ofType(schema: Schema, place: Place): unknown {
  const [type] = [schema.type].flat();
  if (type === 'object' || (type === undefined && schema.properties !== undefined)) return sampleObject(schema, place);
  if (type === 'array') return sampleArray(schema, place);
  if (type === 'number' || type === 'integer') return sampleNumber(schema);
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  return sampleText(schema, place.budget);
}

function sampleObject(schema: Schema, place: Place): Schema | undefined {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = new Set(listOf(schema.required).map(String));
  const entries = [...new Set([...Object.keys(properties), ...required])]
    .filter((key) => place.optional || required.has(key))
    .map((key) => [key, sample(properties[key] ?? true, place)] as const);
  if (entries.some(([key, value]) => required.has(key) && value === undefined)) return undefined;
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function sampleArray(schema: Schema, place: Place): unknown[] | undefined {
  const leading = listOf(schema.prefixItems).map((item) => sample(item, place));
  const missing = Math.max(0, Math.min(numberOf(schema.minItems) ?? 0, 20) - leading.length);
  const items = [...leading, ...Array.from({ length: missing }, () => sample(schema.items ?? true, place))];
  return items.includes(undefined) ? undefined : items;
}

function sampleNumber(schema: Schema): number {
  const step = numberOf(schema.multipleOf) ?? 1;
  const [above, below] = [numberOf(schema.exclusiveMinimum), numberOf(schema.exclusiveMaximum)];
  const least = numberOf(schema.minimum) ?? (above === undefined ? undefined : above + step);
  const most = numberOf(schema.maximum) ?? (below === undefined ? undefined : below - step);
  if (least !== undefined && least > 1) return Math.ceil(least / step) * step;
  if (most !== undefined && most < step) return Math.floor(most / step) * step;
  return step;
}

function sampleText(schema: Schema, budget: ComputeBudget): string | undefined {
  if (typeof schema.format === 'string' && Object.hasOwn(FORMATS, schema.format)) return FORMATS[schema.format];
  const [least, most] = [numberOf(schema.minLength) ?? 0, numberOf(schema.maxLength) ?? Infinity];
  if (least > 1_000) return undefined;
  const plain = 'text'.padEnd(least, 'x').slice(0, Math.max(0, most));
  const { pattern } = schema;
  if (typeof pattern !== 'string' || schemaViolation({ pattern }, plain, budget) === undefined) return plain;
  return patternSample(pattern);
}

/** Merges two schemas: `part` wins over `whole`, and their properties are united. */
function merged(whole: Schema, part: unknown, budget: ComputeBudget): Schema {
  if (!isObject(part)) return whole;
  budget.spend((keysOf(whole) + keysOf(part)) * STEPS_PER_KEY);
  const { anyOf: _anyOf, oneOf: _oneOf, allOf: _allOf, ...rest } = whole;
  const properties = { ...(rest.properties as Schema | undefined), ...(part.properties as Schema | undefined) };
  const required = [...listOf(rest.required), ...listOf(part.required)];
  return {
    ...rest,
    ...part,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

/** Counts the keys, parts and properties of a schema that are visited. */
const keysOf = (schema: Schema): number =>
  ['properties', 'required', 'anyOf', 'oneOf', 'allOf'].reduce(
    (sum, key) => sum + Object.keys(schema[key] ?? {}).length,
    Object.keys(schema).length,
  );

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
