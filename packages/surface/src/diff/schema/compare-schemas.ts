import { isObject, pointer, sameJson, textOf, type Json } from '../../json.ts';
import { isAnnotation, READ_BY_MODELS } from '../../keywords.ts';
import { alternatives } from './alternatives.ts';
import { items } from './items.ts';
import { isNever, normalSchema } from './located.ts';
import { patternProperties, properties } from './properties.ts';
import { changed, mayRefuse, UNCLEAR, type SchemaChange } from './schema-change.ts';
import { simpleKeywords, type Pair } from './simple-keywords.ts';
import type { Nested, Walk } from './walk.ts';

const MAX_COMPARISONS = 5_000;
const MAX_DEPTH = 48;
/** What makes the meaning of a schema depend on where it is used. */
const DYNAMIC = /"(?:\$dynamicRef|\$recursiveRef|\$dynamicAnchor)":/;

const NESTED: Nested[] = [properties, patternProperties, items, ...alternatives];
const COMPARED = new Set([
  ...simpleKeywords.flatMap(({ keywords }) => keywords),
  'properties', 'additionalProperties', 'patternProperties', 'items', 'prefixItems', 'additionalItems', 'anyOf', 'oneOf', 'allOf',
]);

/** What changed between two schemas, and what that does to the values that fit them. */
export function compareSchemas(from: unknown, to: unknown): SchemaChange[] {
  if (sameJson(from, to)) return [];
  const wrong = [from, to].find((schema) => schema !== undefined && typeof schema !== 'boolean' && !isObject(schema));
  if (wrong !== undefined || DYNAMIC.test(textOf([from, to]))) return [changed('unclear', '', from, to, UNCLEAR)];
  const definitionsDiffer = !sameJson(definitionsOf(from), definitionsOf(to));
  const underway = new Map<object, Set<object>>();
  let left = MAX_COMPARISONS;
  let depth = 0;

  const compare: Walk['compare'] = (before, after, path) => {
    if (isUnchanged(before.schema, after.schema)) return [];
    const [x, y] = [normalSchema(before), normalSchema(after)];
    const against = underway.get(x) ?? new Set();
    // Two schemas that contain themselves are compatible unless a difference shows up elsewhere.
    if (against.has(y)) return [];
    if (left-- <= 0 || depth >= MAX_DEPTH) return [changed('unclear', path, undefined, undefined, `is too large to compare, so it ${UNCLEAR}`)];
    underway.set(x, against.add(y));
    depth++;
    try {
      return compareNormal({ from: x, to: y, before, after, path }, { compare, covers }, definitionsDiffer);
    } finally {
      depth--;
      against.delete(y);
    }
  };
  const covers: Walk['covers'] = (before, after) => !compare(before, after, '').some((change) => mayRefuse(change) || change.effect === 'gained');
  return compare({ schema: from, root: from }, { schema: to, root: to }, '');
}

/** The same text means the same, unless it refers to what may have changed. */
function isUnchanged(from: unknown, to: unknown): boolean {
  const text = textOf(from);
  return text === textOf(to) && !text.includes('"$ref"');
}

const definitionsOf = (schema: unknown): unknown => (isObject(schema) ? [schema['$defs'], schema['definitions']] : undefined);

function compareNormal(pair: Pair, walk: Walk, definitionsDiffer: boolean): SchemaChange[] {
  const { from, to, path } = pair;
  const described = descriptions(pair);
  if (isNever(from) || isNever(to)) {
    if (isNever(from) && isNever(to)) return described;
    return [changed(isNever(to) ? 'narrowed' : 'widened', path, undefined, undefined, isNever(to) ? 'no longer takes anything' : 'takes something now'), ...described];
  }
  const opaque = opaqueKeywords(pair, definitionsDiffer);
  const unevaluated = [from, to].some((schema) => 'unevaluatedProperties' in schema || 'unevaluatedItems' in schema);
  const simple = simpleKeywords.flatMap(({ keywords, fits, compare }) => {
    const odd = keywords.filter((key) => [from, to].some((schema) => schema[key] !== undefined && !fits(schema[key])));
    return odd.length === 0 ? compare(pair) : odd.flatMap((key) => (sameJson(from[key], to[key]) ? [] : [unclear(pair, key)]));
  });
  const constraints = [...simple, ...NESTED.flatMap((rule) => rule(pair, walk)), ...opaque];
  // Such a keyword looks at what all others let through.
  if (unevaluated && constraints.some(({ effect }) => effect !== 'described')) constraints.push(changed('unclear', path, undefined, undefined, `has unevaluated parts, so it ${UNCLEAR}`));
  return [...constraints, ...described];
}

const unclear = ({ from, to, path }: Pair, key: string): SchemaChange => changed('unclear', pointer(path, key), from[key], to[key], `${key} ${UNCLEAR}`);

const keysOf = ({ from, to }: { from: Json; to: Json }): string[] => [...new Set([...Object.keys(from), ...Object.keys(to)])];

/** Keywords whose old and new values are not weighed against each other: adding one lets less through, removing one more. */
function opaqueKeywords(pair: Pair, definitionsDiffer: boolean): SchemaChange[] {
  const { from, to, path } = pair;
  return keysOf(pair).filter((key) => !isAnnotation(key) && !COMPARED.has(key)).flatMap((key): SchemaChange[] => {
    const [before, after] = [from[key], to[key]];
    if (sameJson(before, after) && !(definitionsDiffer && textOf([key, before]).includes('"$ref"'))) return [];
    const alone = !UNWEIGHABLE.has(key) && (before === undefined || after === undefined);
    if (!alone) return [unclear(pair, key)];
    return [changed(before === undefined ? 'narrowed' : 'widened', pointer(path, key), before, after, before === undefined ? `asks for ${key}` : `no longer asks for ${key}`)];
  });
}
/** Keywords that change what others mean, so that adding one may let more through. */
const UNWEIGHABLE = new Set(['if', 'then', 'else', 'contains', 'minContains', 'maxContains', '$ref', 'nullable', 'unevaluatedProperties', 'unevaluatedItems']);

/** Keywords that only describe. */
const descriptions = ({ from, to, path }: Pair): SchemaChange[] =>
  keysOf({ from, to }).filter((key) => isAnnotation(key) && key !== '$defs' && key !== 'definitions' && !sameJson(from[key], to[key])).map((key) => ({
    ...changed('described', pointer(path, key), from[key], to[key], `${key} is ${from[key] === undefined ? 'new' : to[key] === undefined ? 'gone' : 'another'}`),
    ...(READ_BY_MODELS.has(key) && { affectsModels: true }),
  }));
