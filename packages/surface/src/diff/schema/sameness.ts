import { isObject } from '@assay/contract/json';
import { resolvePointer } from '@assay/contract/json-schema/local-references';
import { compareCodeUnits, textOf, type JsonObject } from '../../json.ts';
import { SCHEMA_LIST_KEYWORDS, SCHEMA_MAP_KEYWORDS, SCHEMA_KEYWORDS } from '@assay/contract/json-schema/keywords';
import { isAnnotation } from '../../keywords.ts';

/** Whether two schemas of two documents are equal, including the targets of their references. */
export interface SchemaSameness {
  /** Literally equal. */
  isSame(a: unknown, b: unknown): boolean;
  /** Equal except for annotations. */
  meansTheSame(a: unknown, b: unknown): boolean;
}

/** A document, and the targets of its references. */
interface Referring {
  root: unknown;
  targetOf(reference: string): unknown;
}

type NameOf = (value: unknown) => string;
type Named = (text: string) => string;

export function samenessOf(from: unknown, to: unknown): SchemaSameness {
  const names = new Map<string, string>();
  const named: Named = (text) => names.get(text) ?? names.set(text, `#${names.size}`).get(text)!;
  const wording = wordingBy(named);
  const meaning = meaningBy(named, wording);
  const [before, after] = [
    { root: from, targetOf: targetsIn(from) },
    { root: to, targetOf: targetsIn(to) },
  ];
  return { isSame: sameBy(wording, before, after), meansTheSame: sameBy(meaning, before, after) };
}

/** Equal values get equal names. The name of each object is computed once. */
function wordingBy(named: Named): NameOf {
  const known = new WeakMap<object, string>();
  const nameOf: NameOf = (value) => {
    if (typeof value !== 'object' || value === null) return textOf(value);
    const name =
      known.get(value) ??
      named(
        Array.isArray(value)
          ? `[${value.map(nameOf).join()}]`
          : `{${entriesOf(value as JsonObject, (_, inner) => nameOf(inner))}}`,
      );
    known.set(value, name);
    return name;
  };
  return nameOf;
}

function meaningBy(named: Named, wording: NameOf): NameOf {
  const known = new WeakMap<object, string>();
  const nameOf: NameOf = (schema) => {
    if (!isObject(schema)) return wording(schema === true ? {} : schema);
    const name = known.get(schema) ?? named(`{${entriesOf(schema, part, isAnnotation)}}`);
    known.set(schema, name);
    return name;
  };
  const part = (keyword: string, value: unknown): string => {
    if (SCHEMA_LIST_KEYWORDS.has(keyword) && Array.isArray(value))
      return named(`[${value.map(nameOf).sort(compareCodeUnits).join()}]`);
    if (SCHEMA_KEYWORDS.has(keyword) || keyword === 'prefixItems')
      return Array.isArray(value) ? named(`[${value.map(nameOf).join()}]`) : nameOf(value);
    if (SCHEMA_MAP_KEYWORDS.has(keyword) && isObject(value))
      return named(`{${entriesOf(value, (_, inner) => (Array.isArray(inner) ? wording(inner) : nameOf(inner)))}}`);
    return wording(value);
  };
  return nameOf;
}

const entriesOf = (
  object: JsonObject,
  nameOf: (key: string, value: unknown) => string,
  isLeftOut?: (key: string) => boolean,
): string =>
  Object.keys(object)
    .filter((key) => !isLeftOut?.(key))
    .sort(compareCodeUnits)
    .map((key) => `${textOf(key)}:${nameOf(key, object[key])}`)
    .join();

function sameBy(nameOf: NameOf, from: Referring, to: Referring): (a: unknown, b: unknown) => boolean {
  const [before, after] = [affected(nameOf, from, to), affected(nameOf, to, from)];
  const isAffected = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return false;
    const known = before.get(value) ?? after.get(value);
    // A normal form contains parts of the documents and is not part of one itself.
    return known ?? Object.values(value).some(isAffected);
  };
  return (a, b) => nameOf(a) === nameOf(b) && !isAffected(a) && !isAffected(b);
}

/** Every object of a document, and whether it leads to a reference with another target in the other document. */
function affected(
  nameOf: NameOf,
  { root, targetOf: here }: Referring,
  { targetOf: there }: Referring,
): Map<object, boolean> {
  const known = new Map<object, boolean>();
  const holders = new Map<object, object[]>();
  const affectedOnes: object[] = [];
  const hold = (inner: object, holder: object): void => {
    const those = holders.get(inner);
    if (those) those.push(holder);
    else holders.set(inner, [holder]);
  };
  const visit = (value: object): void => {
    if (known.has(value)) return;
    known.set(value, false);
    const reference = (value as JsonObject)['$ref'];
    if (typeof reference === 'string') {
      const target = here(reference);
      if (nameOf(target) !== nameOf(there(reference))) affectedOnes.push(value);
      else if (typeof target === 'object' && target !== null) hold(target, value);
    }
    for (const inner of Object.values(value) as unknown[]) {
      if (typeof inner !== 'object' || inner === null) continue;
      hold(inner, value);
      visit(inner);
    }
  };
  if (isObject(root)) visit(root);
  for (let one = affectedOnes.pop(); one; one = affectedOnes.pop()) {
    if (known.get(one)) continue;
    known.set(one, true);
    for (const holder of holders.get(one) ?? []) affectedOnes.push(holder);
  }
  return known;
}

/** The targets of references. Cached, because a few references may be repeated often. */
function targetsIn(root: unknown): (reference: string) => unknown {
  const known = new Map<string, unknown>();
  return (reference) => {
    if (!known.has(reference)) known.set(reference, resolvePointer(reference, root));
    return known.get(reference);
  };
}
