import { isObject } from '@assay/contract/json';
import { SCHEMA_KEYWORDS, SCHEMA_LIST_KEYWORDS, SCHEMA_MAP_KEYWORDS } from '@assay/contract/json-schema/keywords';
import { withLocalReferences } from '@assay/contract/json-schema/local-references';
import { compileSteps } from './regex.ts';

/** A schema that is not usable as evidence; the message says why. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

export type JsonSchema = boolean | Record<string, unknown>;

/** The keyword that holds the cost of applying a subschema, beside its data. */
export const BUDGET_KEYWORD = 'x-assay-budget';

const MAX_CHARACTERS = 262_144;
const MAX_SUBSCHEMAS = 1_000;
const MAX_DEPTH = 64;

const SINGLE = [...SCHEMA_KEYWORDS];
const LISTS = [...SCHEMA_LIST_KEYWORDS, 'prefixItems', 'items'];
const MAPS = [...SCHEMA_MAP_KEYWORDS];
const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'];

/** Keywords with values that every application of a subschema compares, beside its data. */
const COMPARED = ['enum', 'const', 'required', 'dependentRequired', 'dependencies'];

/** Cost of compiling a subschema, and of visiting one of its children, in steps. */
const STEPS_PER_SUBSCHEMA = 100_000;
const STEPS_PER_CHILD = 10;

/** A schema that is safe to compile, and the cost of compiling it. */
export interface GuardedSchema {
  schema: JsonSchema;
  steps: number;
}

/**
 * A copy of `schema` in which every subschema states its cost. Throws SchemaError for schemas that are too large or too
 * deep, and for references to other documents, which would need the network.
 */
export function guardSchema(schema: unknown): GuardedSchema {
  if ((JSON.stringify(schema) ?? '').length > MAX_CHARACTERS)
    throw new SchemaError(`the schema is larger than ${MAX_CHARACTERS} characters`);
  let subschemas = 0;
  let steps = 0;

  const visit = (node: unknown, depth: number): JsonSchema => {
    if (typeof node === 'boolean') return node;
    if (!isObject(node)) throw new SchemaError('the schema has a part that is neither an object nor a boolean');
    if (depth > MAX_DEPTH) throw new SchemaError(`the schema is nested deeper than ${MAX_DEPTH} levels`);
    if (++subschemas > MAX_SUBSCHEMAS) throw new SchemaError(`the schema has more than ${MAX_SUBSCHEMAS} parts`);
    refuseForeignReferences(node);
    steps += STEPS_PER_SUBSCHEMA + patternsOf(node).reduce((sum, source) => sum + compileSteps(source), 0);
    const before = subschemas;
    const inner = children(node, (child) => visit(child, depth + 1));
    const compared = COMPARED.filter((key) => key in node).map((key) => node[key]);
    return {
      ...node,
      ...inner,
      [BUDGET_KEYWORD]: JSON.stringify(compared).length + (subschemas - before) * STEPS_PER_CHILD,
    };
  };
  return { schema: visit(withLocalReferences(schema), 0), steps };
}

const patternsOf = ({ pattern, patternProperties }: Record<string, unknown>): string[] => [
  ...(typeof pattern === 'string' ? [pattern] : []),
  ...(isObject(patternProperties) ? Object.keys(patternProperties) : []),
];

function children(node: Record<string, unknown>, visit: (child: unknown) => JsonSchema): Record<string, unknown> {
  const single = SINGLE.filter((key) => key in node && !Array.isArray(node[key])).map((key) => [key, visit(node[key])]);
  const lists = LISTS.filter((key) => Array.isArray(node[key])).map((key) => [
    key,
    (node[key] as unknown[]).map(visit),
  ]);
  const maps = MAPS.filter((key) => isObject(node[key])).map((key) => [
    key,
    mapValues(node[key] as Record<string, unknown>, visit),
  ]);
  return Object.fromEntries([...single, ...lists, ...maps]);
}

/** `dependencies` of the older drafts has lists of names beside schemas; the lists stay as they are. */
const mapValues = (map: Record<string, unknown>, visit: (child: unknown) => JsonSchema): Record<string, unknown> =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, Array.isArray(value) ? value : visit(value)]));

function refuseForeignReferences(node: Record<string, unknown>): void {
  for (const key of REFERENCES) {
    const target = node[key];
    if (typeof target === 'string' && !target.startsWith('#'))
      throw new SchemaError('the schema refers to another document');
  }
}
