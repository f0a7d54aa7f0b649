import { operations } from '@assay/contract/operations';
import type { Operation } from '@assay/contract/operation';

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** The answers of an installation to reads, by their path. */
export type ReleasedAnswers = Record<string, JsonValue>;

/** Asks for a path below `/api/v1`; undefined unless the answer is 200 with a document. */
export type Read = (path: string) => Promise<JsonValue | undefined>;

/** Reads a list to its last page, as one page: later entries of a log push released ones off the first page. */
export const readAllPages =
  (read: Read): Read =>
  async (path) => {
    const first = await read(path);
    if (!isRecord(first) || !Array.isArray(first['items'])) return first;
    const { items, nextCursor, ...rest } = first;
    const all = [...items];
    let next = nextCursor;
    while (typeof next === 'string') {
      const page = await read(`${path}?cursor=${encodeURIComponent(next)}`);
      if (!isRecord(page) || !Array.isArray(page['items'])) break;
      all.push(...page['items']);
      next = page['nextCursor'];
    }
    return { ...rest, items: all };
  };

/** As many objects of each list are read. */
const OBJECTS_OF_A_LIST = 2;
const PARAMETER = /\{(\w+)\}/;

/** Reads of documents that are kept here; other machines may answer another thing, or nothing, tomorrow. */
const reads: Operation[] = Object.values(operations as Record<string, Operation>).filter(
  ({ method, stream, produces, beside, reachesOut }) =>
    method === 'GET' && !stream && !produces && !beside && !reachesOut,
);
const lists = new Set(reads.map(({ path }) => path));

/**
 * Reads everything that is found from these parameters: each read of the contract whose parameters are known, or are ids in the list
 * at the path before them. An answer is asked for twice, and of it is kept what both times was the same.
 */
export async function readAnswers(read: Read, known: Record<string, string>): Promise<ReleasedAnswers> {
  const answers: ReleasedAnswers = {};
  const ask = async (path: string): Promise<JsonValue | undefined> => {
    if (path in answers) return answers[path];
    const [first, second] = [await read(path), await read(path)];
    const same = first === undefined || second === undefined ? undefined : sameIn(first, second);
    if (same !== undefined) answers[path] = same;
    return same;
  };
  for (const { path } of reads) for (const target of await targetsOf(path, known, ask)) await ask(target);
  return Object.fromEntries(Object.entries(answers).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The paths that a template stands for. */
async function targetsOf(
  template: string,
  known: Record<string, string>,
  ask: (path: string) => Promise<JsonValue | undefined>,
): Promise<string[]> {
  const [found, name] = PARAMETER.exec(template) ?? [];
  if (found === undefined || name === undefined) return [template];
  const at = template.indexOf(found);
  const fill = (value: string) => template.slice(0, at) + encodeURIComponent(value) + template.slice(at + found.length);
  if (known[name] !== undefined) return targetsOf(fill(known[name]), known, ask);
  const list = template.slice(0, at - 1);
  if (![...lists].some((path) => isOf(path, list))) return [];
  const values = idsIn(await ask(list), name).slice(0, OBJECTS_OF_A_LIST);
  return (await Promise.all(values.map((value) => targetsOf(fill(value), known, ask)))).flat();
}

/** Whether a path is of this template. */
const isOf = (template: string, path: string): boolean =>
  template.split('/').length === path.split('/').length &&
  template.split('/').every((part, i) => PARAMETER.test(part) || part === path.split('/')[i]);

/** The ids of the objects in a list: the field with the parameter's name, or `id`. */
function idsIn(answer: JsonValue | undefined, name: string): string[] {
  const items = Array.isArray(answer) ? answer : isRecord(answer) ? answer['items'] : undefined;
  return (Array.isArray(items) ? items : []).flatMap((item) => {
    const id = isRecord(item) ? (item[name] ?? item['id']) : undefined;
    return typeof id === 'string' ? [id] : [];
  });
}

/** The parts that two answers have in common. */
function sameIn(a: JsonValue, b: JsonValue): JsonValue | undefined {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length ? a.map((each, i) => sameIn(each, b[i]!) ?? null) : [];
  if (!isRecord(a) || !isRecord(b)) return a === b ? a : undefined;
  const parts = Object.entries(a).flatMap(([key, value]): [string, JsonValue][] => {
    const same = key in b ? sameIn(value, b[key]!) : undefined;
    return same === undefined ? [] : [[key, same]];
  });
  return Object.fromEntries(parts);
}

/** Fields whose value follows from the moment of the reading or from later work. */
const MOVES = /status|state|cursor|At$|Until$|Time$|Ms$/i;

/**
 * The places of a released answer that an answer of today lacks, such as `/items/0/name`. New fields and items are none; a
 * text is the same one, of numbers and of fields that change with time only the type counts.
 */
export function lostIn(released: JsonValue, today: JsonValue | undefined, place = ''): string[] {
  if (Array.isArray(released)) {
    if (!Array.isArray(today)) return [place];
    return released.flatMap((item, i) => lostIn(item, counterpart(item, today) ?? today[i], `${place}/${i}`));
  }
  if (isRecord(released)) {
    if (!isRecord(today)) return [place];
    return Object.entries(released).flatMap(([key, value]) => lostIn(value, today[key], `${place}/${key}`));
  }
  const isSame =
    typeof released === 'string' && !MOVES.test(place) ? released === today : typeof released === typeof today;
  return isSame ? [] : [place];
}

/** The item of today with the same id, wherever it is in the list. */
const counterpart = (item: JsonValue, today: JsonValue[]): JsonValue | undefined =>
  isRecord(item) && typeof item['id'] === 'string'
    ? today.find((other) => isRecord(other) && other['id'] === item['id'])
    : undefined;

const isRecord = (value: JsonValue | undefined): value is Record<string, JsonValue> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
