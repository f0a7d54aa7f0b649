import { isObject, sortedJson, sortedObject, sortedSet } from './json.ts';
import { ALTERNATIVES, MAPS, SETS, SINGLE } from './keywords.ts';

/** The same JSON Schema with keys in order, and so whatever else it says in no order. */
export function canonicalSchema(schema: unknown): unknown {
  if (!isObject(schema)) return sortedJson(schema);
  return sortedObject(schema, (value, keyword) => {
    if (SETS.has(keyword)) return setOf(value, keyword);
    if (ALTERNATIVES.has(keyword) && Array.isArray(value)) return sortedSet(value.map(canonicalSchema));
    if (keyword === 'prefixItems' || SINGLE.has(keyword)) return Array.isArray(value) ? value.map(canonicalSchema) : canonicalSchema(value);
    if (MAPS.has(keyword) && isObject(value)) return sortedObject(value, (inner) => (Array.isArray(inner) ? sortedSet(inner) : canonicalSchema(inner)));
    if (keyword === 'dependentRequired' && isObject(value)) return sortedObject(value, (names) => (Array.isArray(names) ? sortedSet(names) : names));
    return sortedJson(value);
  });
}

function setOf(value: unknown, keyword: string): unknown {
  if (!Array.isArray(value)) return sortedJson(value);
  const members = sortedSet(value.map(sortedJson));
  return keyword === 'type' && members.length === 1 ? members[0] : members;
}
