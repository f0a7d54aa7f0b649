import { isObject } from '@assay/contract/json';

/** A value that exists on a server, as one of its list tools told it. */
export interface ListedValue {
  /** The things that the tool lists, in the singular: `project` of `list_projects`. */
  noun: string;
  /** The key of the value in its item; empty for an item that is the value itself. */
  key: string;
  value: string | number;
}

/** At most this many list tools of a server are called. */
const MAX_LIST_TOOLS = 3;
/** At most this long a value is used, in characters. */
const MAX_VALUE = 200;
/** Arrays are looked for at most this deep in a result. */
const MAX_DEPTH = 4;
const LISTS = /^list(?=[A-Z_\-.])|[_\-.]list$/;
const PATH = /^(?:\/|[A-Za-z]:\\)\S*$/m;
const CONFIDENTIAL = /token|secret|passw|credential|api_?key/i;
/** Keys that say nothing without the thing whose key they are. */
const GENERIC = new Set(['id', 'name', 'key', 'slug', 'uuid', 'title', 'value', 'type']);

const folded = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
/** The singular of a name, by the plain rules of English. */
export const singular = (name: string): string => name.replace(/ies$/i, 'y').replace(/(?<=[a-rtv-z])s$/i, '');

/** The names of tools that list things, say that they only read, and need no argument. */
export const listTools = (tools: Record<string, unknown>[]): string[] =>
  tools
    .filter(({ name, annotations, inputSchema }) => {
      const { readOnlyHint, destructiveHint } = isObject(annotations) ? annotations : {};
      const { required } = isObject(inputSchema) ? inputSchema : {};
      const needsNothing = required === undefined || (Array.isArray(required) && required.length === 0);
      return readOnlyHint === true && destructiveHint !== true && needsNothing && LISTS.test(String(name));
    })
    .slice(0, MAX_LIST_TOOLS)
    .map(({ name }) => String(name));

/** The values of the first item that a list tool answered, and the first path among the lines of its texts. */
export function listedValues(toolName: string, result: Record<string, unknown>): ListedValue[] {
  if (result['isError'] === true) return [];
  const noun = folded(singular(toolName.replace(LISTS, '')));
  const texts = (Array.isArray(result['content']) ? result['content'] : []).flatMap((block: unknown) =>
    isObject(block) && typeof block['text'] === 'string' ? [block['text']] : [],
  );
  const path = texts.map((text) => PATH.exec(text)?.[0]).find((found) => found !== undefined);
  const first = [result['structuredContent'], ...texts.map(parsed)].map((each) => firstItem(each)).find(Boolean);
  const values = isObject(first) ? Object.entries(first) : [['', first] as const];
  return [...values, ['path', path] as const].flatMap(([key, value]) =>
    isUsable(value) && !CONFIDENTIAL.test(`${noun} ${key}`) ? [{ noun, key: folded(key), value }] : [],
  );
}

/** Whether a listed value is one of the kind that a property of a tool names. */
export function fitsProperty({ noun, key }: ListedValue, toolName: string, property: string): boolean {
  const name = folded(property);
  if (name === `${noun}${key}`) return true;
  if (name === noun) return key === 'id' || key === 'name';
  return key !== '' && name === key && (!GENERIC.has(key) || folded(toolName).includes(noun));
}

const isUsable = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '' && value.length <= MAX_VALUE);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function firstItem(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value[0];
  if (!isObject(value) || depth >= MAX_DEPTH) return undefined;
  return Object.values(value)
    .map((inner) => firstItem(inner, depth + 1))
    .find((found) => found !== undefined);
}
