import { jsonPointer, type JsonObject } from '../../json.ts';
import { changedKeyword, UNCLEAR_MESSAGE } from './schema-change.ts';
import type { NestedRule } from './walk.ts';

const MAX_PLACES = 200;

/** The schemas of the first items, and the schema of all others, in the syntax of any draft. */
function placesOf({ prefixItems, items, additionalItems }: JsonObject): {
  first: unknown[];
  rest: unknown;
  key: string;
} {
  if (Array.isArray(prefixItems)) return { first: prefixItems, rest: items ?? true, key: 'prefixItems' };
  return Array.isArray(items)
    ? { first: items, rest: additionalItems ?? true, key: 'items' }
    : { first: [], rest: items ?? true, key: 'prefixItems' };
}

/** The items of a list, index by index. */
export const itemsRule: NestedRule = ({ from, to, before, after, path }, { compare, meansTheSame }) => {
  if (![from, to].some((schema) => 'items' in schema || 'prefixItems' in schema)) return [];
  const [were, are] = [placesOf(from), placesOf(to)];
  const places = Math.min(Math.max(were.first.length, are.first.length), MAX_PLACES);
  const first = Array.from({ length: places }, (_, i) =>
    compare(
      { ...before, schema: i < were.first.length ? were.first[i] : were.rest },
      { ...after, schema: i < are.first.length ? are.first[i] : are.rest },
      jsonPointer(path, are.first.length > 0 ? are.key : were.key, i),
    ),
  );
  const [more, others] = [were.first.slice(MAX_PLACES), are.first.slice(MAX_PLACES)];
  const beyond = meansTheSame({ items: more }, { items: others })
    ? []
    : [
        changedKeyword(
          'unclear',
          `${path}/${are.key}`,
          undefined,
          undefined,
          `has more than ${MAX_PLACES} places, so it ${UNCLEAR_MESSAGE}`,
        ),
      ];
  return [
    ...first.flat(),
    ...beyond,
    ...compare({ ...before, schema: were.rest }, { ...after, schema: are.rest }, `${path}/items`),
  ];
};
