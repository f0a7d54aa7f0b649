import type { Cause } from '@assay/contract/areas/diagnosis/cause';
import { isObject } from '@assay/contract/json';
import type { Problem } from '@assay/contract/problem';
import { diagnoseCause, ServerProblem } from '@assay/mcp/diagnosis/diagnosis';
import type { CauseFacts } from '@assay/mcp/diagnosis/facts';
import type { ListedItem, PrimitiveList } from '@assay/mcp/requests/pages';

type ListCause = Extract<
  Cause,
  | 'list_endless'
  | 'list_changed_while_read'
  | 'cursor_refused'
  | 'items_invalid'
  | 'names_repeated'
  | 'answer_off_protocol'
>;

const MESSAGES: Record<ListCause, string> = {
  list_endless: 'The pages of the list do not come to an end.',
  list_changed_while_read: 'The list changed while it was read.',
  cursor_refused: 'The server refused a cursor that it had given.',
  items_invalid: 'The list holds items that break the protocol.',
  names_repeated: 'Several items of the list have the same name.',
  answer_off_protocol: 'The answer is no list.',
};

export const listFlawProblem = (cause: ListCause, facts: CauseFacts): Problem =>
  new ServerProblem(
    {
      code: 'SERVER_UNREACHABLE',
      message: MESSAGES[cause],
      details: undefined,
      retryAfter: undefined,
    },
    diagnoseCause(cause, facts),
  );

/** The deepest nesting of an item: deeper ones overflow the stack of JSON writers. */
const MAX_DEPTH = 500;
/** At most this many examples are shown in evidence. */
const SHOWN = 10;

/** The well-formed items of a list, and the fault of the others, if any. */
export function findListFlaw(listing: PrimitiveList, pages: unknown[][]): { items: ListedItem[]; flaw?: Problem } {
  const all = pages.flat();
  const invalid = all.flatMap((item, index) => {
    const why = faultOf(listing, item);
    return why === undefined ? [] : [{ index, why }];
  });
  const bad = new Set(invalid.map(({ index }) => index));
  const items = all.filter((_, index) => !bad.has(index)) as ListedItem[];
  const facts = { method: listing.method, pages: pages.length, items: all.length };
  const { onOnePage, onSeveral } = repeatedNames(listing, pages);
  if (onSeveral.length > 0)
    return { items, flaw: listFlawProblem('list_changed_while_read', { ...facts, names: onSeveral.slice(0, SHOWN) }) };
  if (invalid.length > 0)
    return { items, flaw: listFlawProblem('items_invalid', { ...facts, invalid: invalid.slice(0, SHOWN) }) };
  if (onOnePage.length > 0)
    return { items, flaw: listFlawProblem('names_repeated', { ...facts, names: onOnePage.slice(0, SHOWN) }) };
  return { items };
}

function repeatedNames({ identity }: PrimitiveList, pages: unknown[][]): { onOnePage: string[]; onSeveral: string[] } {
  const before = new Set<string>();
  const [onOnePage, onSeveral] = [new Set<string>(), new Set<string>()];
  for (const page of pages) {
    const here = new Set<string>();
    for (const item of page) {
      const name = isObject(item) ? item[identity] : undefined;
      if (typeof name !== 'string') continue;
      if (before.has(name)) onSeveral.add(name);
      else if (here.has(name)) onOnePage.add(name);
      here.add(name);
    }
    for (const name of here) before.add(name);
  }
  return { onOnePage: [...onOnePage], onSeveral: [...onSeveral] };
}

/** The fault of an item under the protocol, as the end of a sentence. */
function faultOf({ key, identity }: PrimitiveList, item: unknown): string | undefined {
  if (!isObject(item)) return 'is no object';
  if (isDeeperThan(MAX_DEPTH, item)) return 'is nested too deeply';
  if (typeof item[identity] !== 'string' || item[identity] === '') return `has no ${identity}`;
  if (key === 'tools')
    return (
      schemaFault(item, 'inputSchema') ??
      (item['outputSchema'] === undefined ? undefined : schemaFault(item, 'outputSchema'))
    );
  if (
    key === 'prompts' &&
    item['arguments'] !== undefined &&
    !isListOf(item['arguments'], (each) => isObject(each) && typeof each['name'] === 'string')
  )
    return 'has arguments that are no list of named ones';
  return undefined;
}

function schemaFault(tool: Record<string, unknown>, name: 'inputSchema' | 'outputSchema'): string | undefined {
  const schema = tool[name];
  if (schema === undefined) return `has no ${name}`;
  if (!isObject(schema)) return `has an ${name} that is no JSON Schema`;
  if (name === 'inputSchema' && schema['type'] !== 'object') return 'has an inputSchema whose type is not "object"';
  const { properties, required } = schema;
  const good =
    (properties === undefined ||
      (isObject(properties) &&
        Object.values(properties).every((each) => typeof each === 'boolean' || isObject(each)))) &&
    (required === undefined || isListOf(required, (each) => typeof each === 'string'));
  return good ? undefined : `has an ${name} that is no JSON Schema`;
}

/** Searches level by level, because the value may be too deep for recursion. */
function isDeeperThan(depth: number, value: unknown): boolean {
  let level = [value];
  for (let at = 0; at <= depth && level.length > 0; at += 1)
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  return level.length > 0;
}

const isListOf = (value: unknown, fits: (each: unknown) => boolean) => Array.isArray(value) && value.every(fits);
