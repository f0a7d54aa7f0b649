import type { TSchema } from 'typebox';
import { inSimpleWords } from '@assay/contract/json-schema/simple-words';

/** A JSON Schema as JSON. */
export type JsonSchema = Record<string, unknown>;

/** The most levels of objects and lists that a schema is printed with. */
const MAX_LEVELS = 12;
/**
 * Not printed: annotations of ours, and conditions, which the service checks and which would refuse too much when the
 * parts that they tell apart are cut.
 */
const LEFT_OUT = new Set(['$id', 'discriminator', 'not', 'if', 'then', 'else', 'dependentSchemas']);
/** Keywords whose value is a schema, a list of schemas of one value, or schemas by name. */
const ONE = new Set(['items', 'additionalProperties', 'propertyNames', 'contains']);
const ALTERNATIVES = new Set(['anyOf', 'oneOf', 'allOf']);
const NAMED = new Set(['properties', 'patternProperties']);
/** Some of these tell the type of a value; model providers refuse schemas that tell none. */
const TYPED = ['type', 'anyOf', 'allOf'];
/** Of the parts below the last level, their type alone is told, with its words and what they mean. */
const AT_THE_END = new Set(['type', 'enum', 'const', 'description']);
/** Any JSON. */
const ANY = ['object', 'array', 'string', 'number', 'boolean', 'null'].map((type) => ({ type }));

interface ToolSchemaOptions {
  /** The longest print, in characters of JSON. */
  maxChars: number;
  /** Whether descriptions are printed. */
  described: boolean;
}

/**
 * Prints a schema for a tool: without references, and without our own annotations. A schema whose print is too long is
 * printed with fewer levels: of the parts below the last one, their type alone is told. So the print admits all that the
 * schema admits.
 */
export function printToolSchema(schema: TSchema, { maxChars, described }: ToolSchemaOptions): JsonSchema {
  const whole = JSON.parse(JSON.stringify(schema)) as JsonSchema;
  for (let levels = MAX_LEVELS; ; levels--) {
    const printed = printLevels(whole, levels, described);
    if (levels === 1 || JSON.stringify(printed).length <= maxChars) return printed;
  }
}

function printLevels(given: JsonSchema, levels: number, described: boolean): JsonSchema {
  const print = (part: unknown, deeper: number): unknown =>
    isSchema(part) ? printLevels(part, deeper, described) : part;
  const below = (part: unknown) => print(part, levels - 1);
  const printed = Object.fromEntries(
    Object.entries(inSimpleWords(given)).flatMap(([keyword, value]): [string, unknown][] => {
      if (LEFT_OUT.has(keyword) || keyword.startsWith('x-') || (keyword === 'description' && !described)) return [];
      // Alternatives are on the level of the value, and more than one of them may fit once their parts are cut.
      if (ALTERNATIVES.has(keyword))
        return [
          [keyword === 'oneOf' ? 'anyOf' : keyword, distinct((value as unknown[]).map((part) => print(part, levels)))],
        ];
      if (levels === 0 && !AT_THE_END.has(keyword)) return [];
      const nests = NAMED.has(keyword) || ONE.has(keyword) || keyword === 'prefixItems';
      if (NAMED.has(keyword))
        return [
          [keyword, Object.fromEntries(Object.entries(value as object).map(([name, part]) => [name, below(part)]))],
        ];
      if (keyword === 'prefixItems') return [[keyword, (value as unknown[]).map(below)]];
      return [[keyword, nests ? below(value) : value]];
    }),
  );
  return TYPED.some((keyword) => keyword in printed) ? printed : { ...printed, anyOf: ANY };
}

const distinct = (parts: unknown[]): unknown[] => [
  ...new Map(parts.map((part) => [JSON.stringify(part), part])).values(),
];

const isSchema = (part: unknown): part is JsonSchema =>
  typeof part === 'object' && part !== null && !Array.isArray(part);
