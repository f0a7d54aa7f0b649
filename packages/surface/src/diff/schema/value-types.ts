import { isObject } from '@assay/contract/json';
import { textOf, type JsonObject, type ValueType } from '../../json.ts';
import { normalSchema, type LocatedSchema } from './located.ts';
const EVERY: readonly ValueType[] = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];

/** The types that `type` allows. */
export function declaredTypes({ type }: JsonObject): ReadonlySet<ValueType> {
  if (type === undefined) return new Set(EVERY);
  const named = [type].flat().filter((name): name is ValueType => EVERY.includes(name as ValueType));
  return new Set(named.flatMap((name): ValueType[] => (name === 'number' ? ['number', 'integer'] : [name])));
}

/** The types of matching values, as far as that is easy to determine: all types inside of a cycle. */
export function possibleTypes(located: LocatedSchema): ReadonlySet<ValueType> {
  const { types, spend } = located.document;
  const schema = normalSchema(located);
  if (types.has(schema)) return types.get(schema) ?? new Set(EVERY);
  types.set(schema, undefined);
  let possible = declaredTypes(schema);
  const values = finiteValues(schema);
  if (values) possible = possible.intersection(new Set([...values.values()].map(typeOfValue)));
  for (const among of [schema['anyOf'], schema['oneOf']]) {
    if (!Array.isArray(among)) continue;
    spend(1 + among.length);
    possible = possible.intersection(
      among.reduce<ReadonlySet<ValueType>>(
        (all, alternative) => all.union(possibleTypes({ ...located, schema: alternative })),
        new Set(),
      ),
    );
  }
  types.set(schema, possible);
  return possible;
}

/** The values that `enum` and `const` allow, by their texts; undefined without either. */
export function finiteValues(schema: JsonObject): Map<string, unknown> | undefined {
  const listed = Array.isArray(schema['enum'])
    ? new Map(schema['enum'].map((value) => [textOf(value), value]))
    : undefined;
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
