import { isObject } from '@assay/contract/json';
import { jsonPointer, type JsonObject } from '../json.ts';
import { SCHEMA_LIST_KEYWORDS, SCHEMA_MAP_KEYWORDS, SCHEMA_KEYWORDS } from '@assay/contract/json-schema/keywords';

const MAX_DEPTH = 64;
const MAX_PARTS = 5_000;

export interface SchemaPart {
  path: string;
  node: JsonObject;
}

/** Caches by object, because many rules read the same objects. */
function remembered<T>(make: (value: unknown) => T): (value: unknown) => T {
  const made = new WeakMap<object, T>();
  return (value) => {
    if (!isObject(value)) return make(value);
    const before = made.get(value) ?? make(value);
    made.set(value, before);
    return before;
  };
}

/** Every subschema that is an object, the schema itself first. */
export const subschemasOf = remembered((schema): SchemaPart[] => {
  const found: SchemaPart[] = [];
  const visit = (node: unknown, path: string, depth: number): void => {
    if (!isObject(node) || depth > MAX_DEPTH || found.length >= MAX_PARTS) return;
    found.push({ path, node });
    for (const [keyword, value] of Object.entries(node)) {
      const at = jsonPointer(path, keyword);
      if (Array.isArray(value)) {
        if (SCHEMA_LIST_KEYWORDS.has(keyword) || keyword === 'prefixItems' || keyword === 'items')
          value.forEach((inner, i) => visit(inner, jsonPointer(at, i), depth + 1));
      } else if (SCHEMA_KEYWORDS.has(keyword)) visit(value, at, depth + 1);
      else if (SCHEMA_MAP_KEYWORDS.has(keyword) && isObject(value))
        for (const [name, inner] of Object.entries(value)) visit(inner, jsonPointer(at, name), depth + 1);
    }
  };
  visit(schema, '', 0);
  return found;
});

export interface SchemaParameter {
  path: string;
  schema: unknown;
}

/** Paths of subschemas that only test a value. */
const CONDITIONS = /\/(?:if|then|else|not|contains|propertyNames)(?=\/|$)/;
/** Whether a path is within a condition; a property may have the name of a keyword. */
export const isInCondition = (path: string): boolean =>
  CONDITIONS.test(
    path.replaceAll(/\/(?:properties|patternProperties|\$defs|definitions|dependentSchemas)\/[^/]*/g, ''),
  );

/** The properties that a caller fills in, of an object and of nested objects, without conditions and fixed values. */
export const parametersOf = remembered((schema): SchemaParameter[] =>
  subschemasOf(schema)
    .filter(({ path }) => !isInCondition(path))
    .flatMap(({ path, node: { properties } }) =>
      (isObject(properties) ? Object.entries(properties) : [])
        .filter(([, inner]) => !(isObject(inner) && 'const' in inner))
        .map(([name, inner]) => ({ path: jsonPointer(path, 'properties', name), schema: inner })),
    ),
);

/** Every text and every key in a JSON document, with its path. */
export const textsIn = remembered((value): { path: string; text: string }[] => {
  const found: { path: string; text: string }[] = [];
  const visit = (inner: unknown, path: string, depth: number): void => {
    if (found.length >= MAX_PARTS || depth > MAX_DEPTH) return;
    if (typeof inner === 'string') found.push({ path, text: inner });
    else if (Array.isArray(inner)) inner.forEach((item, i) => visit(item, jsonPointer(path, i), depth + 1));
    else if (isObject(inner)) {
      for (const [key, item] of Object.entries(inner)) {
        const at = jsonPointer(path, key);
        found.push({ path: at, text: key });
        visit(item, at, depth + 1);
      }
    }
  };
  visit(value, '', 0);
  return found;
});
