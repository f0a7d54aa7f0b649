import type { Cause } from '@assay/contract/areas/diagnosis/cause';
import { Problem } from '@assay/contract/problem';
import { judgeItems, type InvalidItem, type ItemRules } from './listed-items.ts';

/** An entry of a list as the server describes it; only the key that identifies it is certain. */
export type ListedItem<Identity extends string = never> = Record<string, unknown> & Record<Identity, string>;

export interface ListPage<I = ListedItem> {
  items: I[];
  /** The entries that break the protocol, by their place on the page; absent when there are none. */
  invalidItems?: InvalidItem[];
  nextCursor?: string;
}

/**
 * A kind of list: its method, the key of its items in the reply, the key that identifies an item, and its capability.
 */
export interface PrimitiveList<Identity extends string = string> {
  method: string;
  key: string;
  identity: Identity;
  capability: 'tools' | 'resources' | 'prompts';
}

export const PRIMITIVE_LISTS = {
  tools: {
    method: 'tools/list',
    key: 'tools',
    identity: 'name',
    capability: 'tools',
  },
  resources: {
    method: 'resources/list',
    key: 'resources',
    identity: 'uri',
    capability: 'resources',
  },
  resourceTemplates: {
    method: 'resources/templates/list',
    key: 'resourceTemplates',
    identity: 'uriTemplate',
    capability: 'resources',
  },
  prompts: {
    method: 'prompts/list',
    key: 'prompts',
    identity: 'name',
    capability: 'prompts',
  },
} as const satisfies Record<string, PrimitiveList>;

/** The highest number of pages of a list. */
export const MAX_PAGES = 200;

/** The page in a result; undefined for a result without the list. */
export function pageOf<Identity extends string>(
  listing: PrimitiveList<Identity>,
  { [listing.key]: entries, nextCursor, resultType = 'complete' }: Record<string, unknown>,
  rules: ItemRules,
): ListPage<ListedItem<Identity>> | undefined {
  if (!Array.isArray(entries) || resultType !== 'complete') return undefined;
  const { items, invalidItems } = judgeItems(listing, entries, rules);
  return {
    items,
    ...(invalidItems.length > 0 && { invalidItems }),
    ...(typeof nextCursor === 'string' && nextCursor !== '' && { nextCursor }),
  };
}

/** The entries of successive pages that break the protocol, by their place in the list. */
export function invalidItemsOf(pages: readonly ListPage<unknown>[]): InvalidItem[] {
  let before = 0;
  return pages.flatMap(({ items, invalidItems = [] }) => {
    const first = before;
    before += items.length + invalidItems.filter(({ leftOut }) => leftOut).length;
    return invalidItems.map((invalid) => ({ ...invalid, index: first + invalid.index }));
  });
}

/** A list as far as it was read. */
export interface ReadList<I> {
  items: I[];
  /** Whether its last page was read. */
  isComplete: boolean;
  /** The entries that break the protocol, by their place in the list. */
  invalidItems: InvalidItem[];
}

/** Reads the first page of a list, or every page as `readEveryPage` does. */
export async function readPages<I>(
  read: (cursor: string | undefined) => Promise<ListPage<I>>,
  firstPageOnly = false,
): Promise<ReadList<I>> {
  const pages: ListPage<I>[] = [];
  const noting = async (cursor: string | undefined) => {
    const page = await read(cursor);
    pages.push(page);
    return page;
  };
  if (!firstPageOnly)
    return { items: await readEveryPage(noting), isComplete: true, invalidItems: invalidItemsOf(pages) };
  const { items, nextCursor } = await noting(undefined);
  return { items, isComplete: nextCursor === undefined, invalidItems: invalidItemsOf(pages) };
}

/** Reads every page of a list. Throws a Problem when a server repeats a cursor or the list never ends. */
export async function readEveryPage<I>(read: (cursor: string | undefined) => Promise<ListPage<I>>): Promise<I[]> {
  const seen = new Set<string>();
  const items: I[] = [];
  for (let cursor: string | undefined, page: ListPage<I>; ; cursor = page.nextCursor) {
    page = await read(cursor);
    for (const item of page.items) items.push(item);
    if (page.nextCursor === undefined) return items;
    if (seen.has(page.nextCursor) || seen.size >= MAX_PAGES)
      throw new Problem('SERVER_UNREACHABLE', 'The pages of the list do not come to an end.', {
        cause: 'list_endless' satisfies Cause,
        pages: seen.size + 1,
      });
    seen.add(page.nextCursor);
  }
}
