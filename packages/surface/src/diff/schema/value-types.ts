import { isObject, textOf, type Json } from '../../json.ts';
import { normalSchema, type Located } from './located.ts';

/** `number` stands for the numbers that are no integers. */
export type ValueType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';
const EVERY: readonly ValueType[] = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];
const MAX_DEPTH = 8;

/** The types that `type` lets through. */
export function declaredTypes({ type }: Json): ReadonlySet<ValueType> {
  if (type === undefined) return new Set(EVERY);
  const named = [type].flat().filter((name): name is ValueType => EVERY.includes(name as ValueType));
  return new Set(named.flatMap((name): ValueType[] => (name === 'number' ? ['number', 'integer'] : [name])));
}

/** The types that a value which fits can have, as far as that is easily seen. */
export function possibleTypes(located: Located, depth = 0): ReadonlySet<ValueType> {
  const schema = normalSchema(located);
  const values = finiteValues(schema);
  let types = declaredTypes(schema);
  if (values) types = types.intersection(new Set([...values.values()].map(typeOfValue)));
  if (depth < MAX_DEPTH) {
    for (const among of [schema['anyOf'], schema['oneOf']]) if (Array.isArray(among)) types = types.intersection(anyOfThem(among, located.root, depth));
  }
  return types;
}

const anyOfThem = (among: unknown[], root: unknown, depth: number): ReadonlySet<ValueType> =>
  among.reduce<ReadonlySet<ValueType>>((all, schema) => all.union(possibleTypes({ schema, root }, depth + 1)), new Set());

/** The values that `enum` and `const` let through, by their texts; undefined where neither is. */
export function finiteValues(schema: Json): Map<string, unknown> | undefined {
  const listed = Array.isArray(schema['enum']) ? new Map(schema['enum'].map((value) => [textOf(value), value])) : undefined;
  if (!Object.hasOwn(schema, 'const')) return listed;
  const only = textOf(schema['const']);
  return !listed || listed.has(only) ? new Map([[only, schema['const']]]) : new Map();
}

function typeOfValue(value: unknown): ValueType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return isObject(value) ? 'object' : (typeof value as 'string' | 'boolean');
}
