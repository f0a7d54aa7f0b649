import { isObject, type Json } from '../../json.ts';
import { isAnnotation } from '../../keywords.ts';

/** A schema, and the document that its references point into. */
export interface Located { schema: unknown; root: unknown }

/** A schema that nothing fits, and one that everything fits. */
export const NEVER: Json = { not: {} };
export const ALWAYS: Json = {};

const MAX_HOPS = 32;
/** Normal forms keep their identity, by which a comparison notices that it goes in circles. */
const known = new WeakMap<object, { root: unknown; normal: Json }>();

/** The schema as an object whose references are followed, as far as they stay in the document. */
export function normalSchema({ schema, root }: Located): Json {
  if (schema === false) return NEVER;
  if (!isObject(schema)) return ALWAYS;
  const before = known.get(schema);
  if (before && before.root === root) return before.normal;
  const normal = closedByAdditional(followed(schema, root));
  known.set(schema, { root, normal });
  return normal;
}

export const isNever = ({ not }: Json): boolean => not === true || (isObject(not) && Object.keys(not).length === 0);

function followed(schema: Json, root: unknown): Json {
  let current = schema;
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    const next = oneHop(current, root);
    if (next === current) return current;
    current = next;
  }
  return current;
}

/** Puts what a reference, or a lone `allOf`, means in its place. */
function oneHop(schema: Json, root: unknown): Json {
  const { $ref, allOf, ...beside } = schema;
  if (typeof $ref === 'string') {
    const target = resolve($ref, root);
    if (target === undefined) return schema;
    if (allOf === undefined && onlyDescribes(beside)) return merged(target, beside);
    return { ...beside, allOf: [...(Array.isArray(allOf) ? allOf : []), target] };
  }
  return Array.isArray(allOf) && allOf.length === 1 && onlyDescribes(beside) ? merged(allOf[0], beside) : schema;
}

const onlyDescribes = (keywords: Json): boolean => Object.keys(keywords).every(isAnnotation);

function merged(target: unknown, beside: Json): Json {
  if (target === false) return { ...NEVER, ...beside };
  return isObject(target) ? { ...target, ...beside } : beside;
}

/** Where nothing else applies in place, `unevaluatedProperties` says what `additionalProperties` would. */
function closedByAdditional(schema: Json): Json {
  const { unevaluatedProperties, ...rest } = schema;
  if (unevaluatedProperties === undefined || IN_PLACE.some((keyword) => keyword in rest)) return schema;
  return { ...rest, additionalProperties: unevaluatedProperties };
}
const IN_PLACE = ['additionalProperties', '$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas', 'not'];

/** What a reference points at; undefined when that is not in this document. */
export function resolve(reference: string, root: unknown): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const token of reference.slice(2).split('/')) {
    const key = decoded(token);
    if (key === undefined || typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Json)[key];
  }
  return at;
}

function decoded(token: string): string | undefined {
  try {
    return decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return undefined;
  }
}
