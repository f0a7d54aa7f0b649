import { isSameJson } from './same-json.ts';

/** A place in a document: keys, and the `id` of an item where a list has items with ids. */
export type FieldPath = readonly string[];

/** A field that differs between the state where two edits began and either of them; undefined is absent. */
export interface DifferingField {
  path: FieldPath;
  base: unknown;
  theirs: unknown;
  yours: unknown;
  /** Both changed it, to different values. */
  isConflict: boolean;
}

type Document = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isIdentified = (value: unknown): value is readonly (Document & { id: string })[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => isObject(each) && typeof each['id'] === 'string');
/** A list of items with ids as an object of them; keys keep the order of the list. */
const byId = (list: readonly (Document & { id: string })[]): Document =>
  Object.fromEntries(list.map((each) => [each.id, each]));
/** The key under which the order of a list of items with ids is a field of its own. */
const ORDER = '\u0000order';

/** The fields in which two edits of one document differ from it; a list without ids is one field. */
export function differingFields(base: unknown, theirs: unknown, yours: unknown): DifferingField[] {
  return fieldsIn([], base, theirs, yours);
}

function fieldsIn(path: FieldPath, base: unknown, theirs: unknown, yours: unknown): DifferingField[] {
  if (isSameJson(base, theirs) && isSameJson(base, yours)) return [];
  const sides = [base, theirs, yours];
  const present = sides.filter((side) => side !== undefined);
  if (sides.every((side) => isObject(side))) return keysOf(sides).flatMap((key) => inner(path, key, sides));
  if (present.length === 3 && present.every((side) => isIdentified(side))) return fieldsOfList(path, present);
  const isConflict = !isSameJson(base, theirs) && !isSameJson(base, yours) && !isSameJson(theirs, yours);
  return [{ path, base, theirs, yours, isConflict }];
}

const keysOf = (sides: readonly Document[]): string[] => [...new Set(sides.flatMap((side) => Object.keys(side)))];

function inner(path: FieldPath, key: string, sides: readonly Document[]): DifferingField[] {
  const [base, theirs, yours] = sides.map((side) => side[key]);
  return fieldsIn([...path, key], base, theirs, yours);
}

function fieldsOfList(path: FieldPath, lists: readonly (readonly (Document & { id: string })[])[]): DifferingField[] {
  const sides = lists.map(byId);
  const common = keysOf(sides).filter((id) => sides.every((side) => id in side));
  const [base, theirs, yours] = lists.map((list) => list.map(({ id }) => id).filter((id) => common.includes(id)));
  return [
    ...fieldsIn([...path, ORDER], base!.join(', '), theirs!.join(', '), yours!.join(', ')),
    ...keysOf(sides).flatMap((id) => inner(path, id, sides)),
  ];
}

/** The words of a path: `steps / says / needle`. */
export const wordsOfPath = (path: FieldPath): string => path.map((key) => (key === ORDER ? 'order' : key)).join(' / ');

/**
 * Their document with the given fields as you have them. Items that only you have take the place behind the item that
 * precedes them in yours.
 */
export function withYours<Value>(theirs: Value, yours: Value, taken: readonly FieldPath[]): Value {
  return taken.reduce<unknown>((document, path) => replaced(document, yours, path), theirs) as Value;
}

function replaced(document: unknown, yours: unknown, [key, ...rest]: FieldPath): unknown {
  if (key === undefined) return yours;
  if (isIdentified(document) && isIdentified(yours)) return replacedInList(document, yours, key, rest);
  const mine = isObject(yours) ? yours[key] : undefined;
  const { [key]: before, ...others } = isObject(document) ? document : {};
  const next = replaced(before, mine, rest);
  return next === undefined ? others : { ...others, [key]: next };
}

function replacedInList(
  list: readonly (Document & { id: string })[],
  yours: readonly (Document & { id: string })[],
  id: string,
  rest: FieldPath,
): unknown {
  if (id === ORDER) return ordered(list, yours);
  const [at, mine] = [list.findIndex((each) => each.id === id), yours.findIndex((each) => each.id === id)];
  const next = replaced(list[at], yours[mine], rest);
  if (next === undefined) return list.toSpliced(at, 1);
  if (at >= 0) return list.with(at, next as Document & { id: string });
  const before = yours.slice(0, mine).findLast((each) => list.some((one) => one.id === each.id));
  const place = before === undefined ? 0 : list.findIndex((each) => each.id === before.id) + 1;
  return list.toSpliced(place, 0, next as Document & { id: string });
}

function ordered<Item extends { id: string }>(list: readonly Item[], like: readonly { id: string }[]): Item[] {
  const placeOf = ({ id }: Item): number => like.findIndex((each) => each.id === id);
  const known = list.filter((each) => placeOf(each) >= 0).toSorted((one, other) => placeOf(one) - placeOf(other));
  return list.map((each) => (placeOf(each) >= 0 ? known.shift()! : each));
}
