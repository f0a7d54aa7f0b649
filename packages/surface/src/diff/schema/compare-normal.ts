import { pointer, sameJson, type Json } from '../../json.ts';
import { isAnnotation } from '../../keywords.ts';
import { spelled } from '../../quoted.ts';
import { alternatives } from './alternatives.ts';
import { describedWithin } from './descriptions.ts';
import { items } from './items.ts';
import { isNever } from './located.ts';
import { inPlainWords } from './plain-words.ts';
import { patternProperties, properties } from './properties.ts';
import { changed, UNCLEAR, type SchemaChange } from './schema-change.ts';
import { simpleKeywords, type Pair } from './simple-keywords.ts';
import type { Nested, Walk } from './walk.ts';

const NESTED: Nested[] = [properties, patternProperties, items, ...alternatives];
const COMPARED = new Set([
  ...simpleKeywords.flatMap(({ keywords }) => keywords),
  'properties',
  'additionalProperties',
  'patternProperties',
  'items',
  'prefixItems',
  'additionalItems',
  'anyOf',
  'oneOf',
  'allOf',
]);

/** What changed between two schemas whose references are followed, but for how they describe themselves. */
export function compareNormal(given: Pair, walk: Walk): SchemaChange[] {
  const isReworded = 'anyOf' in given.from !== 'anyOf' in given.to;
  const pair = isReworded ? { ...given, from: inPlainWords(given.from), to: inPlainWords(given.to) } : given;
  const { from, to, path } = pair;
  if (isNever(from) || isNever(to)) {
    if (isNever(from) && isNever(to)) return [];
    return [
      changed(
        isNever(to) ? 'narrowed' : 'widened',
        path,
        undefined,
        undefined,
        isNever(to) ? 'no longer takes anything' : 'takes something now',
      ),
    ];
  }
  const unevaluated = [from, to].some((schema) => 'unevaluatedProperties' in schema || 'unevaluatedItems' in schema);
  const simple = simpleKeywords.flatMap(({ keywords, fits, compare }) => {
    const isOdd = keywords.some((key) => [from, to].some((schema) => schema[key] !== undefined && !fits(schema[key])));
    // What a keyword means may depend on those beside it.
    return isOdd
      ? keywords.filter((key) => !sameJson(from[key], to[key])).map((key) => unclear(pair, key))
      : compare(pair);
  });
  const constraints = [...simple, ...NESTED.flatMap((rule) => rule(pair, walk)), ...opaqueKeywords(pair, walk)];
  // Such a keyword looks at what all others let through.
  if (unevaluated && constraints.some(({ effect }) => effect !== 'described'))
    constraints.push(changed('unclear', path, undefined, undefined, `has unevaluated parts, so it ${UNCLEAR}`));
  return constraints;
}

const unclear = ({ from, to, path }: Pair, key: string): SchemaChange =>
  changed('unclear', pointer(path, key), from[key], to[key], `${spelled(key)} ${UNCLEAR}`);

const keysOf = ({ from, to }: { from: Json; to: Json }): string[] => [
  ...new Set([...Object.keys(from), ...Object.keys(to)]),
];

/** Keywords whose old and new values are not weighed against each other: adding one lets less through, removing one more. */
function opaqueKeywords(pair: Pair, { meansTheSame }: Walk): SchemaChange[] {
  const { from, to, path } = pair;
  return keysOf(pair)
    .filter((key) => !isAnnotation(key) && !COMPARED.has(key))
    .flatMap((key): SchemaChange[] => {
      const [before, after] = [from[key], to[key]];
      if (before !== undefined && after !== undefined && meansTheSame({ [key]: before }, { [key]: after }))
        return describedWithin(before, after, pointer(path, key));
      const alone = !UNWEIGHABLE.has(key) && (before === undefined || after === undefined);
      if (!alone) return [unclear(pair, key)];
      return [
        changed(
          before === undefined ? 'narrowed' : 'widened',
          pointer(path, key),
          before,
          after,
          before === undefined ? `asks for ${spelled(key)}` : `no longer asks for ${spelled(key)}`,
        ),
      ];
    });
}
/** Keywords that change what others mean, so that adding one may let more through. */
const UNWEIGHABLE = new Set([
  'if',
  'then',
  'else',
  'contains',
  'minContains',
  'maxContains',
  '$ref',
  'nullable',
  'unevaluatedProperties',
  'unevaluatedItems',
]);
