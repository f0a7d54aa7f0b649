import { pointer, textOf, type Json } from '../../json.ts';
import { isAnnotation } from '../../keywords.ts';
import { areDisjoint } from './disjoint.ts';
import type { Located } from './located.ts';
import { changed, UNCLEAR, type SchemaChange } from './schema-change.ts';
import type { Nested, Walk } from './walk.ts';

const MAX_ALTERNATIVES = 50;

/** `anyOf`, and `oneOf` where its alternatives exclude each other. */
const anyOf = (key: 'anyOf' | 'oneOf'): Nested => ({ from, to, before, after, path }, walk) => {
  const [were, are] = [from[key], to[key]];
  const at = `${path}/${key}`;
  if (were === undefined && are === undefined) return [];
  if (!canCompare(were) || !canCompare(are) || (key === 'oneOf' && !areExclusive(were, before, are, after))) {
    return isSame(were, are) ? [] : [changed('unclear', at, were, are, `${key} ${UNCLEAR}`)];
  }
  // A schema without alternatives is the only one.
  const earlier = (were ?? [withoutDescription(from)]).map(of(before));
  const later = (are ?? [withoutDescription(to)]).map(of(after));
  const gone = earlier.filter((each) => !later.some((other) => walk.covers(each, other)));
  const come = later.filter((each) => !earlier.some((other) => walk.covers(each, other)));
  if (gone.length === come.length && were && are) return gone.flatMap((each, i) => inDetail(each, come[i]!, pointer(at, later.indexOf(come[i]!)), walk));
  return [
    ...(gone.length > 0 && are ? [changed('narrowed', at, were, are, were ? `no longer takes ${some(gone)}` : 'asks for one of several alternatives')] : []),
    ...(come.length > 0 && were ? [changed('widened', at, were, are, are ? `takes ${some(come)} as well` : 'no longer asks for one of several alternatives')] : []),
  ];
};

const of = ({ root }: Located) => (schema: unknown): Located => ({ schema, root });
const some = (alternatives: unknown[]): string => (alternatives.length === 1 ? 'one alternative' : `${alternatives.length} alternatives`);
const isSame = (were: unknown, are: unknown): boolean => textOf(were) === textOf(are) && !textOf(were).includes('"$ref"');
const canCompare = (value: unknown): value is unknown[] | undefined => value === undefined || (Array.isArray(value) && value.length <= MAX_ALTERNATIVES);
const areExclusive = (were: unknown[] | undefined, before: Located, are: unknown[] | undefined, after: Located): boolean =>
  areDisjoint(were ?? [], before.root) && areDisjoint(are ?? [], after.root);
const withoutDescription = (schema: Json): Json => Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword)));

/** One alternative took the place of another. */
function inDetail(before: Located, after: Located, path: string, { compare }: Walk): SchemaChange[] {
  const changes = compare(before, after, path);
  const isWiderUnseen = !changes.some(({ effect }) => effect === 'widened' || effect === 'unclear' || effect === 'gained');
  return isWiderUnseen ? [...changes, changed('widened', path, before.schema, after.schema, 'takes other values in place of those of an alternative')] : changes;
}

/** `allOf`: what is asked for beside the rest. */
export const allOf: Nested = ({ from, to, before, after, path }, { compare, covers }) => {
  const [were, are] = [from['allOf'], to['allOf']];
  const at = `${path}/allOf`;
  if (!canCompare(were) || !canCompare(are)) return isSame(were, are) ? [] : [changed('unclear', at, were, are, `allOf ${UNCLEAR}`)];
  const [earlier, later] = [(were ?? []).map(of(before)), (are ?? []).map(of(after))];
  if (earlier.length === 1 && later.length === 1) return compare(earlier[0]!, later[0]!, pointer(at, 0));
  const come = later.filter((each) => !earlier.some((other) => covers(other, each)));
  const gone = earlier.filter((each) => !later.some((other) => covers(other, each)));
  return [
    ...(come.length > 0 ? [changed('narrowed', at, from['allOf'], to['allOf'], 'asks for more at once')] : []),
    ...(gone.length > 0 ? [changed('widened', at, were, are, 'asks for less at once')] : []),
  ];
};

export const alternatives: Nested[] = [anyOf('anyOf'), anyOf('oneOf'), allOf];
