import { given } from '@assay/contract/given';
import { judgeItems, type InvalidItem, type ItemRules } from './listed-items.ts';
import { PageTrail, referenceIn, type CursorRules, type ListFault, type PageReference } from './page-trail.ts';

/** An entry of a list as the server describes it; only the key that identifies it is certain. */
export type ListedItem<Identity extends string = never> = Record<string, unknown> & Record<Identity, string>;

export interface ListPage<I = ListedItem> extends PageReference {
  items: I[];
  /** The entries that break the protocol, by their place on the page; absent when there are none. */
  invalidItems?: InvalidItem[];
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

/** The page in a result; undefined for a result without the list. */
export function pageOf<Identity extends string>(
  listing: PrimitiveList<Identity>,
  { [listing.key]: entries, nextCursor, resultType = 'complete' }: Record<string, unknown>,
  rules: ItemRules & CursorRules,
): ListPage<ListedItem<Identity>> | undefined {
  if (!Array.isArray(entries) || resultType !== 'complete') return undefined;
  const { items, invalidItems } = judgeItems(listing, entries, rules);
  return {
    items,
    ...(invalidItems.length > 0 && { invalidItems }),
    ...referenceIn(nextCursor, rules),
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
  /** Why its last page was not read, where the list itself is the reason. */
  fault?: ListFault;
  /** The entries that break the protocol, by their place in the list. */
  invalidItems: InvalidItem[];
}

/** How far a list is read. */
export interface ReadOptions<I> {
  /** The key that identifies an item. */
  identity: keyof I;
  firstPageOnly?: boolean | undefined;
  /** Called with each page; true ends the reading. */
  onPage?(page: ListPage<I>): boolean | void;
}

/**
 * Reads every page of a list, or the first. A list that does not come to an end is read until it repeats itself, and
 * its repeated items are dropped.
 */
export async function readPages<I>(
  read: (cursor: string | undefined) => Promise<ListPage<I>>,
  { identity, firstPageOnly = false, onPage }: ReadOptions<I>,
): Promise<ReadList<I>> {
  const pages: ListPage<I>[] = [];
  const trail = new PageTrail();
  let cursor: string | undefined;
  let isEnough: boolean;
  do {
    const page = await read(cursor);
    pages.push(page);
    isEnough = (onPage?.(page) ?? false) || firstPageOnly;
    cursor = trail.after(
      page,
      page.items.map((item) => item[identity]),
    );
  } while (cursor !== undefined && !isEnough);
  const { fault } = trail;
  const items = pages.flatMap((page) => page.items);
  return {
    items: fault === 'list_endless' ? [...new Map(items.map((item) => [item[identity], item])).values()] : items,
    isComplete: cursor === undefined && fault === undefined,
    ...given({ fault }),
    invalidItems: invalidItemsOf(pages),
  };
}
