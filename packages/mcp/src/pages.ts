import type { StandardSchemaV1 } from '@modelcontextprotocol/client';
import { Problem } from '@assay/contract/problem';

/** An entry of a list as the server describes it. */
export type Item = Record<string, unknown>;

export interface Page<I = Item> { items: I[]; nextCursor?: string }

/** A list that a server can offer: its method, the key of its items in the reply, the capability behind it. */
export interface Listing { method: string; key: string; capability: 'tools' | 'resources' | 'prompts' }

export const LISTINGS = {
  tools: { method: 'tools/list', key: 'tools', capability: 'tools' },
  resources: { method: 'resources/list', key: 'resources', capability: 'resources' },
  resourceTemplates: { method: 'resources/templates/list', key: 'resourceTemplates', capability: 'resources' },
  prompts: { method: 'prompts/list', key: 'prompts', capability: 'prompts' },
} as const satisfies Record<string, Listing>;

/** More pages than any honest list has. */
const MAX_PAGES = 200;

/**
 * Accepts a page whose items are objects and takes the items as they are: what is wrong with a single tool is for the
 * checks of a server to say, not a reason to refuse the whole list.
 */
export const pageSchema = ({ key }: Listing): StandardSchemaV1<unknown, Page> => ({
  '~standard': {
    version: 1,
    vendor: 'assay',
    validate(value) {
      const { [key]: items, nextCursor } = value as Record<string, unknown>;
      if (!Array.isArray(items) || !items.every(isItem)) return { issues: [{ message: `${key} must be a list of objects` }] };
      return { value: { items, ...(typeof nextCursor === 'string' && { nextCursor }) } };
    },
  },
});

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every item of a list, page by page. A server that repeats a cursor or never ends is a Problem, not an endless loop. */
export async function everyPage(read: (cursor: string | undefined) => Promise<Page>): Promise<Item[]> {
  const seen = new Set<string>();
  const items: Item[] = [];
  for (let cursor: string | undefined, page: Page; ; cursor = page.nextCursor) {
    page = await read(cursor);
    items.push(...page.items);
    if (page.nextCursor === undefined) return items;
    if (seen.has(page.nextCursor) || seen.size >= MAX_PAGES) throw new Problem('INTERNAL_ERROR', 'The pages of the list do not come to an end.', { pages: seen.size + 1 });
    seen.add(page.nextCursor);
  }
}
