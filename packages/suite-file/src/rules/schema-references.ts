import { resolvePointer, withLocalReferences } from '@assay/contract/json-schema/local-references';

/** Keywords whose subschemas apply to the same value as the schema itself. */
const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'];
/** Keywords whose values are never schemas. */
const DATA = ['const', 'enum', 'default', 'examples'];

/**
 * A local reference of a JSON Schema without a target, or a cycle of references without a step into the value, which
 * would never end. References through properties or items are fine: the value ends.
 */
export function endlessReference(declared: unknown): { ref: string; why: string } | undefined {
  const schema = withLocalReferences(declared);
  const done = new Set<object>();

  const follow = (node: unknown, open: readonly object[]): { ref: string; why: string } | undefined => {
    if (typeof node !== 'object' || node === null || done.has(node)) return undefined;
    const ref = '$ref' in node && typeof node.$ref === 'string' ? node.$ref : undefined;
    if (open.includes(node)) return { ref: ref ?? '', why: 'the schema refers to itself without end' };
    const within = [...open, node];
    const target = ref !== undefined && isPointer(ref) ? resolvePointer(ref, schema) : undefined;
    if (ref !== undefined && isPointer(ref) && target === undefined)
      return { ref, why: 'the schema refers to a part that it does not have' };
    for (const next of [target, ...inPlace(node)]) {
      const found = follow(next, within);
      if (found) return { ref: ref ?? found.ref, why: found.why };
    }
    done.add(node);
    return undefined;
  };

  const nodes: unknown[] = [schema];
  for (let node = nodes.pop(); node !== undefined || nodes.length > 0; node = nodes.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const found = follow(node, []);
    if (found) return found;
    nodes.push(
      ...Object.entries(node)
        .filter(([key]) => !DATA.includes(key))
        .map(([, value]) => value as unknown),
    );
  }
  return undefined;
}

const inPlace = (node: object): unknown[] =>
  Object.entries(node)
    .filter(([key]) => IN_PLACE.includes(key))
    .flatMap(
      ([key, value]) =>
        (Array.isArray(value) || key === 'dependentSchemas' ? Object.values(value as object) : [value]) as unknown[],
    );

/** References by `$anchor` are left to the validator. */
const isPointer = (ref: string) => ref === '#' || ref.startsWith('#/');
