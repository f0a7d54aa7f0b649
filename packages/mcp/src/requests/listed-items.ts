import { isObject } from '@assay/contract/json';
import { headerParameterFault } from './header-parameters.ts';

/** An entry of a list that breaks the protocol. */
export interface InvalidItem {
  /** Its place in the list, from 0. */
  index: number;
  /** Its name or URI, if it has one. */
  name?: string;
  /** The end of a sentence about it. */
  why: string;
  /** Set for an entry that is not among the items, because no client can use it. */
  leftOut?: true;
  /** An entry that is left out, as the server wrote it. */
  item?: unknown;
}

/** The entries of a list that a client can use, as the server wrote them, and the faults of all entries. */
export interface JudgedItems<Identity extends string> {
  items: (Record<string, unknown> & Record<Identity, string>)[];
  invalidItems: InvalidItem[];
}

/** The key of a list in its result, and the key that identifies an item. */
interface JudgedList<Identity extends string = string> {
  key: string;
  identity: Identity;
}

/** The rules of a session for its lists. */
export interface ItemRules {
  /** The client repeats arguments in headers, so it must leave out tools whose headers are not allowed. */
  mirrorsHeaders: boolean;
}

/** The deepest nesting of an item: deeper ones overflow the stack of JSON writers. */
const MAX_DEPTH = 500;

/**
 * Judges each entry of a list by itself: an entry that breaks the protocol is named, and loses none of the others.
 */
export function judgeItems<Identity extends string>(
  listing: JudgedList<Identity>,
  entries: readonly unknown[],
  { mirrorsHeaders }: ItemRules,
): JudgedItems<Identity> {
  const judged: JudgedItems<Identity> = { items: [], invalidItems: [] };
  entries.forEach((entry, index) => {
    const isTooDeep = isDeeperThan(MAX_DEPTH, entry);
    const hindrance = isTooDeep ? 'is nested too deeply' : hindranceOf(listing, entry, mirrorsHeaders);
    const name = isObject(entry) ? entry[listing.identity] : undefined;
    const named = { index, ...(typeof name === 'string' && name !== '' && { name }) };
    if (hindrance !== undefined) {
      const item = isTooDeep ? {} : { item: entry };
      judged.invalidItems.push({ ...named, why: hindrance, leftOut: true, ...item });
      return;
    }
    judged.items.push(entry as JudgedItems<Identity>['items'][number]);
    const why = faultOf(listing, entry as Record<string, unknown>);
    if (why !== undefined) judged.invalidItems.push({ ...named, why });
  });
  return judged;
}

/** Why no client can use an entry; undefined for one that it can try to use. */
function hindranceOf({ key, identity }: JudgedList, entry: unknown, mirrorsHeaders: boolean): string | undefined {
  if (!isObject(entry)) return 'is not an object';
  if (typeof entry[identity] !== 'string') return `has no ${identity}`;
  return key === 'tools' && mirrorsHeaders ? headerParameterFault(entry['inputSchema']) : undefined;
}

/** The fault of an item under the protocol. */
function faultOf({ key, identity }: JudgedList, item: Record<string, unknown>): string | undefined {
  if (item[identity] === '') return `has no ${identity}`;
  if (typeof item['name'] !== 'string') return 'has no name';
  const text = ['title', 'description', 'mimeType'].find((field) => !isAbsentOr(item[field], 'string'));
  if (text !== undefined) return `has a ${text} that is not text`;
  if (key === 'tools') return toolFault(item);
  if (key === 'prompts' && item['arguments'] !== undefined && !isListOf(item['arguments'], isNamed))
    return 'has arguments that are not a list of named arguments';
  return undefined;
}

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

function toolFault(tool: Record<string, unknown>): string | undefined {
  const { annotations, outputSchema } = tool;
  if (annotations !== undefined && !isObject(annotations)) return 'has annotations that are not an object';
  const hint = isObject(annotations) && HINTS.find((name) => !isAbsentOr(annotations[name], 'boolean'));
  if (hint) return `has a ${hint} that is neither true nor false`;
  return (
    schemaFault(tool, 'inputSchema') ?? (outputSchema === undefined ? undefined : schemaFault(tool, 'outputSchema'))
  );
}

function schemaFault(tool: Record<string, unknown>, name: 'inputSchema' | 'outputSchema'): string | undefined {
  const schema = tool[name];
  if (schema === undefined) return `has no ${name}`;
  if (!isObject(schema)) return `has an ${name} that is not a JSON Schema`;
  if (name === 'inputSchema' && schema['type'] !== 'object') return 'has an inputSchema whose type is not "object"';
  const { properties, required } = schema;
  const isSound =
    (properties === undefined ||
      (isObject(properties) &&
        Object.values(properties).every((each) => typeof each === 'boolean' || isObject(each)))) &&
    (required === undefined || isListOf(required, (each) => typeof each === 'string'));
  return isSound ? undefined : `has an ${name} that is not a JSON Schema`;
}

/** Searches level by level, because the value may be too deep for recursion. */
function isDeeperThan(depth: number, value: unknown): boolean {
  let level = [value];
  for (let at = 0; at <= depth && level.length > 0; at += 1)
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  return level.length > 0;
}

const isAbsentOr = (value: unknown, type: 'string' | 'boolean') => value === undefined || typeof value === type;
const isListOf = (value: unknown, fits: (each: unknown) => boolean) => Array.isArray(value) && value.every(fits);
const isNamed = (value: unknown) => isObject(value) && typeof value['name'] === 'string';
