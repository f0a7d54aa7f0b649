import { isObject } from '@assay/contract/json';

export type JsonObject = Record<string, unknown>;

/** A text; empty for anything else. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The JSON of a value. */
export const textOf = (value: unknown): string => JSON.stringify(value) ?? 'null';

/** A JSON Pointer (RFC 6901), extended by these keys. */
export function jsonPointer(path: string, ...keys: (string | number)[]): string {
  let longer = path;
  for (const key of keys)
    longer += `/${typeof key === 'number' || !/[~/]/.test(key) ? key : key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return longer;
}

/** Compares UTF-16 code units, independent of the locale. */
export const compareCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** An object with sorted keys, and its values mapped by `each`. */
export const sortedObject = (object: JsonObject, each: (value: unknown, key: string) => unknown): JsonObject =>
  Object.fromEntries(
    Object.keys(object)
      .sort(compareCodeUnits)
      .map((key) => [key, each(object[key], key)]),
  );

/** The same JSON with the keys of all objects sorted. */
export function sortedJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedJson);
  return isObject(value) ? sortedObject(value, sortedJson) : value;
}

/** The distinct values, sorted by their texts. */
export const sortedSet = (values: unknown[]): unknown[] =>
  [...new Map(values.map((value) => [textOf(value), value]))]
    .sort(([a], [b]) => compareCodeUnits(a, b))
    .map(([, value]) => value);

export const sameJson = (a: unknown, b: unknown): boolean =>
  a === b || (a !== undefined && b !== undefined && textOf(a) === textOf(b));

/** The types of JSON values; `number` means numbers that are not integers. */
export type ValueType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';
