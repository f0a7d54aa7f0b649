import { isObject } from '@assay/contract/json';
import type { JsonObject } from '../../json.ts';
import { isAnnotation } from '../../keywords.ts';

/** Alternatives of only a type, or only a value, become one list of types, or of values. */
export function withoutTrivialAlternatives(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length === 0) return schema;
  const only = (key: 'type' | 'const') =>
    anyOf.every(
      (each) =>
        isObject(each) &&
        key in each &&
        Object.keys(each).every((keyword) => keyword === key || isAnnotation(keyword)) &&
        (key === 'const' || typeof each[key] === 'string'),
    );
  if (!('type' in rest) && only('type')) return { ...rest, type: anyOf.map((each: JsonObject) => each['type']) };
  if (!('enum' in rest) && !('const' in rest) && only('const'))
    return { ...rest, enum: anyOf.map((each: JsonObject) => each['const']) };
  return schema;
}
