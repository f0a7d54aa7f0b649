import { isObject } from '../json.ts';
import { SCHEMA_MAP_KEYWORDS } from './keywords.ts';

type Schema = Record<string, unknown>;

/** Keywords whose values are never schemas. */
const DATA = new Set(['const', 'enum', 'default', 'examples']);
const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'];
/** The address of a schema without an id. */
const NOWHERE = 'schema://nowhere/';
/** Deeper parts of a schema are left alone. */
const MAX_DEPTH = 200;

/**
 * The same JSON Schema in which every reference that stays in it is a JSON Pointer from its root, and no part has an id or
 * an anchor: it may refer to itself by `#`, by its own `$id`, or by the `$id` or `$anchor` of a part. The very same object
 * when it has none of these. Parts keep their paths.
 */
export function withLocalReferences(schema: unknown): unknown {
  if (!isObject(schema) || !hasNames(schema, 0)) return schema;
  const targets = new Map<string, string>([[NOWHERE, '']]);
  walk(schema, (node, base, path) => {
    const own = baseOf(node, base);
    const anchors = [node.$anchor, node.$dynamicAnchor, isFragment(node.$id) && node.$id.slice(1)];
    for (const anchor of anchors) if (typeof anchor === 'string') setOnce(targets, `${own}#${anchor}`, path);
    if (own !== base) setOnce(targets, own, path);
    return node;
  });
  return walk(schema, (node, base) => localized(node, baseOf(node, base), targets));
}

/** Whether a part has an id or an anchor. Most schemas have none, and are not copied. */
function hasNames(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return false;
  const { $id, $anchor } = value as Schema;
  if (typeof $id === 'string' || typeof $anchor === 'string') return true;
  return Object.entries(value).some(([key, child]) => !DATA.has(key) && hasNames(child, depth + 1));
}

/** The part of a schema that a JSON Pointer from its root names; undefined when it has no such part. */
export function resolvePointer(reference: string, root: unknown): unknown {
  if (reference === '#' || reference === '#/') return root;
  if (!reference.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const token of reference.slice(2).split('/')) {
    const key = decoded(token)?.replaceAll('~1', '/').replaceAll('~0', '~');
    if (key === undefined || typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Schema)[key];
  }
  return at;
}

/** Visits a schema and its parts with the address that their references start from and their path, outer ones first. */
function walk(schema: Schema, visit: (node: Schema, base: string, path: string) => Schema): Schema {
  const inner = (value: unknown, base: string, path: string, depth: number): unknown => {
    if (Array.isArray(value)) return value.map((each, i) => inner(each, base, `${path}/${i}`, depth + 1));
    if (!isObject(value) || depth > MAX_DEPTH) return value;
    const own = baseOf(value, base);
    const entries = Object.entries(visit(value, base, path)).map(([key, child]) => {
      const at = `${path}/${encoded(key)}`;
      if (DATA.has(key)) return [key, child];
      if (!SCHEMA_MAP_KEYWORDS.has(key) || !isObject(child)) return [key, inner(child, own, at, depth + 1)];
      const named = Object.entries(child).map(([name, each]) => [
        name,
        inner(each, own, `${at}/${encoded(name)}`, depth + 1),
      ]);
      return [key, Object.fromEntries(named)];
    });
    return Object.fromEntries(entries);
  };
  return inner(schema, NOWHERE, '', 0) as Schema;
}

/** A part with local references, without its names. */
function localized(
  { $id: _id, $anchor: _anchor, ...node }: Schema,
  base: string,
  targets: Map<string, string>,
): Schema {
  const references = REFERENCES.flatMap((keyword) => {
    const reference = node[keyword];
    const local = typeof reference === 'string' ? localReference(keyword, reference, base, targets) : undefined;
    return local === undefined ? [] : [[keyword, local]];
  });
  return { ...node, ...Object.fromEntries(references) };
}

/** Undefined for a reference that leaves the schema, or leads to an anchor that it does not have. */
function localReference(
  keyword: string,
  reference: string,
  base: string,
  targets: Map<string, string>,
): string | undefined {
  const address = URL.parse(reference, base);
  if (!address) return undefined;
  const fragment = decoded(address.hash.slice(1)) ?? '';
  address.hash = '';
  const root = targets.get(address.href);
  if (root === undefined) return undefined;
  if (fragment === '' || fragment.startsWith('/')) return `#${root}${pointerOf(fragment)}`;
  if (keyword !== '$ref') return `#${fragment}`;
  const anchored = targets.get(`${address.href}#${fragment}`);
  return anchored === undefined ? undefined : `#${anchored}`;
}

const pointerOf = (fragment: string): string => fragment.split('/').map(encodeURIComponent).join('/');

/** The address of a part: its own id, or else the one of the part around it. */
function baseOf({ $id }: Schema, base: string): string {
  if (typeof $id !== 'string' || isFragment($id)) return base;
  const address = URL.parse($id, base);
  if (!address) return base;
  address.hash = '';
  return address.href;
}

/** In draft-07 an id that is a fragment is an anchor. */
const isFragment = (id: unknown): id is string => typeof id === 'string' && id.startsWith('#');

/** The first part with a name has it. */
function setOnce(targets: Map<string, string>, name: string, path: string): void {
  if (!targets.has(name)) targets.set(name, path);
}

const encoded = (key: string): string => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
