import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { isObject } from '@assay/contract/json';
import { canonicalSchema } from './canonical-schema.ts';
import { asText, compareCodeUnits, sortedJson, sortedObject, sortedSet, textOf, type JsonObject } from './json.ts';

/** The lists of a surface, and the keys that identify their items. */
export const SURFACE_LISTS = {
  tools: 'name',
  resources: 'uri',
  resourceTemplates: 'uriTemplate',
  prompts: 'name',
} as const;
export type ListName = keyof typeof SURFACE_LISTS;
const LIST_NAMES = Object.keys(SURFACE_LISTS) as ListName[];

/** An item of a list with its canonical form. */
export interface CanonicalEntry {
  name: string;
  item: JsonObject;
  text: string;
}
/** A surface in the form that is hashed, stored and compared. */
export interface CanonicalSurface {
  about: JsonObject;
  lists: Record<ListName, CanonicalEntry[]>;
  text: string;
}

const known = new WeakMap<Surface, CanonicalSurface>();

/**
 * The canonical form of a surface for hash and comparison: unordered parts are sorted, and a resource's momentary
 * fields (size, time of modification) are left out.
 */
export function canonicalSurface(surface: Surface): CanonicalSurface {
  const made = known.get(surface) ?? withLists(surface, canonicalItem);
  known.set(surface, made);
  return made;
}

/**
 * The same surface with its lists and all keys sorted. The order within an item stays, because schemas may refer to an
 * index.
 */
export const orderedSurface = (surface: Surface): Surface =>
  JSON.parse(withLists(surface, (item) => sortedJson(item) as JsonObject).text) as Surface;

/** The stored text of a surface: as declared, without the momentary fields of resources. */
export const storedSurfaceText = (surface: Surface): string =>
  withLists(surface, (item, list) => sortedJson(lasting(item, list)) as JsonObject).text;

type Form = (item: JsonObject, list: ListName) => JsonObject;

function withLists(surface: Surface, form: Form): CanonicalSurface {
  const { capabilities, instructions, protocolVersion, serverInfo } = surface;
  const about = sortedJson({
    capabilities,
    instructions,
    protocolVersion,
    serverInfo,
  }) as JsonObject;
  const lists = Object.fromEntries(
    LIST_NAMES.map((list) => [list, entries(surface[list], list, form)]),
  ) as CanonicalSurface['lists'];
  const texts = LIST_NAMES.map((list) => `${textOf(list)}:[${lists[list].map(({ text }) => text).join()}]`);
  return { about, lists, text: `${textOf(about).slice(0, -1)},${texts.join()}}` };
}

const entries = (items: JsonObject[], list: ListName, form: Form): CanonicalEntry[] =>
  items
    .map((declared): CanonicalEntry => {
      const item = form(declared, list);
      return { name: asText(item[SURFACE_LISTS[list]]), item, text: textOf(item) };
    })
    .sort((a, b) => compareCodeUnits(a.name, b.name) || compareCodeUnits(a.text, b.text));

const canonicalItem: Form = (item, list) =>
  sortedObject(lasting(item, list), (value, key) => {
    if (list === 'tools' && (key === 'inputSchema' || key === 'outputSchema')) return canonicalSchema(value);
    if (list === 'prompts' && key === 'arguments' && Array.isArray(value)) return byName(value.map(sortedJson));
    if (key === 'annotations' && isObject(value))
      return sortedObject(value, (inner, name) =>
        name === 'audience' && Array.isArray(inner) ? sortedSet(inner) : sortedJson(inner),
      );
    return sortedJson(value);
  });

const byName = (values: unknown[]): unknown[] =>
  values
    .map((value) => ({ value, name: isObject(value) ? asText(value['name']) : '', text: textOf(value) }))
    .sort((a, b) => compareCodeUnits(a.name, b.name) || compareCodeUnits(a.text, b.text))
    .map(({ value }) => value);

function lasting(item: JsonObject, list: ListName): JsonObject {
  if (list !== 'resources' && list !== 'resourceTemplates') return item;
  const { size: _, annotations, ...rest } = item;
  if (!isObject(annotations)) return annotations === undefined ? rest : { ...rest, annotations };
  const { lastModified: __, ...others } = annotations;
  return Object.keys(others).length === 0 ? rest : { ...rest, annotations: others };
}
