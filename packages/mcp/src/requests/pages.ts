import type { StandardSchemaV1 } from '@modelcontextprotocol/client';
import type { Cause } from '@assay/contract/areas/diagnosis/cause';
import { Problem } from '@assay/contract/problem';

/** An entry of a list as the server describes it; only the key that identifies it is certain. */
export type ListedItem<Identity extends string = never> = Record<string, unknown> & Record<Identity, string>;

export interface ListPage<I = ListedItem> {
  items: I[];
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

/**
 * Accepts a page whose items can be told apart, and takes the items as they are: a faulty tool is a finding of a
 * diagnosis and no reason to refuse the whole list.
 */
export const pageSchema = <Identity extends string>({
  key,
  identity,
}: PrimitiveList<Identity>): StandardSchemaV1<unknown, ListPage<ListedItem<Identity>>> => ({
  '~standard': {
    version: 1,
    vendor: 'assay',
    validate(value) {
      const { [key]: items, nextCursor } = value as Record<string, unknown>;
      if (!Array.isArray(items) || !items.every((item) => typeof item?.[identity] === 'string')) {
        return { issues: [{ message: `${key} must be a list of objects with ${identity}` }] };
      }
      return {
        value: {
          items: items as ListedItem<Identity>[],
          ...(typeof nextCursor === 'string' && nextCursor !== '' && { nextCursor }),
        },
      };
    },
  },
});

/** A list as far as it was read. */
export interface ReadList<I> {
  items: I[];
  /** Whether its last page was read. */
  isComplete: boolean;
}

/** Reads the first page of a list, or every page as `readEveryPage` does. */
export async function readPages<I>(
  read: (cursor: string | undefined) => Promise<ListPage<I>>,
  firstPageOnly = false,
): Promise<ReadList<I>> {
  if (!firstPageOnly) return { items: await readEveryPage(read), isComplete: true };
  const { items, nextCursor } = await read(undefined);
  return { items, isComplete: nextCursor === undefined };
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
