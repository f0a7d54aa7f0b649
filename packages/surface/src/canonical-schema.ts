import { isObject } from '@assay/contract/json';
import { compareCodeUnits, sortedJson, sortedObject, sortedSet, textOf, type JsonObject } from './json.ts';
import { SCHEMA_LIST_KEYWORDS, SCHEMA_MAP_KEYWORDS, SCHEMA_KEYWORDS } from '@assay/contract/json-schema/keywords';
import { SET_KEYWORDS } from './keywords.ts';

/** A reference whose text may go through an alternative by its index. */
const BY_PLACE = /"\$(?:ref|dynamicRef|recursiveRef)":"(?:[^"\\]|\\.)*(?:%|\/\d)/;
/** Names and explanations of the values of an `enum`, index by index. */
const BESIDE_ENUM = /^(?:x-)?enum-?\w/i;

/**
 * The canonical JSON Schema for hash and comparison: keys and unordered lists are sorted. Alternatives stay in order
 * when a reference may name one by its index.
 */
export function canonicalSchema(schema: unknown): unknown {
  return inCanon(schema, !BY_PLACE.test(textOf(schema)));
}

function inCanon(schema: unknown, isFree: boolean): unknown {
  if (!isObject(schema)) return sortedJson(schema);
  const canon = (value: unknown): unknown => inCanon(value, isFree);
  return sortedObject(schema, (value, keyword) => {
    if (SET_KEYWORDS.has(keyword)) return setOf(value, keyword, schema);
    // A value that matches two equal alternatives breaks `oneOf`, so duplicates stay.
    if (SCHEMA_LIST_KEYWORDS.has(keyword) && Array.isArray(value))
      return isFree ? inTextOrder(value.map(canon)) : value.map(canon);
    if (keyword === 'prefixItems' || SCHEMA_KEYWORDS.has(keyword))
      return Array.isArray(value) ? value.map(canon) : canon(value);
    if (SCHEMA_MAP_KEYWORDS.has(keyword) && isObject(value))
      return sortedObject(value, (inner) => (Array.isArray(inner) ? sortedSet(inner) : canon(inner)));
    if (keyword === 'dependentRequired' && isObject(value))
      return sortedObject(value, (names) => (Array.isArray(names) ? sortedSet(names) : names));
    return sortedJson(value);
  });
}

const inTextOrder = (values: unknown[]): unknown[] =>
  values
    .map((value) => ({ value, text: textOf(value) }))
    .sort((a, b) => compareCodeUnits(a.text, b.text))
    .map(({ value }) => value);

function setOf(value: unknown, keyword: string, schema: JsonObject): unknown {
  if (!Array.isArray(value) || (keyword === 'enum' && Object.keys(schema).some((key) => BESIDE_ENUM.test(key))))
    return sortedJson(value);
  const members = sortedSet(value.map(sortedJson));
  return keyword === 'type' && members.length === 1 ? members[0] : members;
}
