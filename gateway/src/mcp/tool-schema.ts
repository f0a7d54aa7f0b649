import type { TSchema } from 'typebox';

/** A JSON Schema as JSON. */
export type JsonSchema = Record<string, unknown>;

/** The most levels of objects and lists that a schema is printed with. */
const MAX_LEVELS = 12;
/**
 * Not printed: annotations of ours, and conditions, which the service checks and which would refuse too much when the
 * parts that they tell apart are cut.
 */
const LEFT_OUT = new Set(['$id', 'discriminator', 'not', 'if', 'then', 'else', 'dependentSchemas']);
/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const ONE = new Set(['items', 'additionalProperties', 'propertyNames', 'contains']);
const MANY = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const NAMED = new Set(['properties', 'patternProperties']);

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

function printLevels(schema: JsonSchema, levels: number, described: boolean): JsonSchema {
  const print = (part: unknown, deeper: number): unknown =>
    isSchema(part) ? printLevels(part, deeper, described) : part;
  const below = (part: unknown) => print(part, levels - 1);
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
      if (LEFT_OUT.has(keyword) || keyword.startsWith('x-') || (keyword === 'description' && !described)) return [];
      const nests = NAMED.has(keyword) || MANY.has(keyword) || ONE.has(keyword);
      if (nests && levels === 0) return [];
      if (NAMED.has(keyword))
        return [
          [keyword, Object.fromEntries(Object.entries(value as object).map(([name, part]) => [name, below(part)]))],
        ];
      // Alternatives are on the level of the value, and more than one of them may fit once their parts are cut.
      if (keyword === 'prefixItems') return [[keyword, (value as unknown[]).map(below)]];
      if (MANY.has(keyword))
        return [[keyword === 'oneOf' ? 'anyOf' : keyword, (value as unknown[]).map((part) => print(part, levels))]];
      return [[keyword, nests ? below(value) : value]];
    }),
  );
}

const isSchema = (part: unknown): part is JsonSchema =>
  typeof part === 'object' && part !== null && !Array.isArray(part);
