import { jsonPointer, sameJson, type JsonObject } from '../../json.ts';
import { isAnnotation } from '../../keywords.ts';
import { spellText } from '../../quote-text.ts';
import { alternativesRule } from './alternatives.ts';
import { describedWithin } from './descriptions.ts';
import { itemsRule } from './items.ts';
import { isNever } from './located.ts';
import { withoutTrivialAlternatives } from './plain-words.ts';
import { patternPropertiesRule, propertiesRule } from './properties.ts';
import { changedKeyword, UNCLEAR_MESSAGE, type SchemaChange } from './schema-change.ts';
import { simpleKeywords, type NormalPair } from './simple-keywords.ts';
import type { NestedRule, SchemaWalk } from './walk.ts';

const NESTED: NestedRule[] = [propertiesRule, patternPropertiesRule, itemsRule, ...alternativesRule];
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

/** The changes between two schemas with resolved references, except for annotations. */
export function compareNormal(given: NormalPair, walk: SchemaWalk): SchemaChange[] {
  const isReworded = 'anyOf' in given.from !== 'anyOf' in given.to;
  const pair = isReworded
    ? { ...given, from: withoutTrivialAlternatives(given.from), to: withoutTrivialAlternatives(given.to) }
    : given;
  const { from, to, path } = pair;
  if (isNever(from) || isNever(to)) {
    if (isNever(from) && isNever(to)) return [];
    return [
      changedKeyword(
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
    // The meaning of a keyword may depend on its neighbours.
    return isOdd
      ? keywords.filter((key) => !sameJson(from[key], to[key])).map((key) => unclear(pair, key))
      : compare(pair);
  });
  const constraints = [...simple, ...NESTED.flatMap((rule) => rule(pair, walk)), ...opaqueKeywords(pair, walk)];
  // An unevaluated keyword depends on all others.
  if (unevaluated && constraints.some(({ effect }) => effect !== 'described'))
    constraints.push(
      changedKeyword('unclear', path, undefined, undefined, `has unevaluated parts, so it ${UNCLEAR_MESSAGE}`),
    );
  return constraints;
}

const unclear = ({ from, to, path }: NormalPair, key: string): SchemaChange =>
  changedKeyword('unclear', jsonPointer(path, key), from[key], to[key], `${spellText(key)} ${UNCLEAR_MESSAGE}`);

const keysOf = ({ from, to }: { from: JsonObject; to: JsonObject }): string[] => [
  ...new Set([...Object.keys(from), ...Object.keys(to)]),
];

/** Keywords whose old and new values are not compared: an added one narrows, a removed one widens. */
function opaqueKeywords(pair: NormalPair, { meansTheSame }: SchemaWalk): SchemaChange[] {
  const { from, to, path } = pair;
  return keysOf(pair)
    .filter((key) => !isAnnotation(key) && !COMPARED.has(key))
    .flatMap((key): SchemaChange[] => {
      const [before, after] = [from[key], to[key]];
      if (before !== undefined && after !== undefined && meansTheSame({ [key]: before }, { [key]: after }))
        return describedWithin(before, after, jsonPointer(path, key));
      const alone = !UNWEIGHABLE.has(key) && (before === undefined || after === undefined);
      if (!alone) return [unclear(pair, key)];
      return [
        changedKeyword(
          before === undefined ? 'narrowed' : 'widened',
          jsonPointer(path, key),
          before,
          after,
          before === undefined ? `asks for ${spellText(key)}` : `no longer asks for ${spellText(key)}`,
        ),
      ];
    });
}
/** Keywords that change the meaning of others, so that an added one may widen. */
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
