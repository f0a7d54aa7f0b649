import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { Problem } from '@assay/contract/problem';
import { ByteBudget } from '@assay/mcp/transport/byte-budget';
import type { InvalidItem } from '@assay/mcp/requests/listed-items';
import { invalidItemsOf, readEveryPage, MAX_PAGES, type ListedItem, type ListPage } from '@assay/mcp/requests/pages';
import type { CallOptions } from '@assay/mcp/requests/request';
import type { McpSession } from '@assay/mcp/session';
import type { LintSubject, PagesSeen } from '@assay/surface/lint/rule';
import type { InspectedServer } from './inspected-server.ts';
import { toSurface } from './to-surface.ts';

interface Reading extends Required<LintSubject> {
  /** Whether every list was read to its end. */
  whole: boolean;
}

/** Reads the whole surface, with the sizes of the pages. An endless list is read until it repeats itself. */
export async function readPages(session: McpSession, ties: InspectedServer['ties']): Promise<Reading> {
  const options = { ...ties, budget: new ByteBudget() };
  const [tools, resources, resourceTemplates, prompts] = await Promise.all([
    readList(session.listTools, 'name', options),
    readList(session.listResources, 'uri', options),
    readList(session.listResourceTemplates, 'uriTemplate', options),
    readList(session.listPrompts, 'name', options),
  ]);
  const lists = {
    tools,
    resources,
    resourceTemplates,
    prompts,
  };
  const surface: Surface = toSurface(
    session.info,
    {
      tools: tools.items,
      resources: resources.items,
      resourceTemplates: resourceTemplates.items,
      prompts: prompts.items,
    },
    Object.fromEntries(Object.entries(lists).map(([list, { invalidItems }]) => [list, invalidItems])),
  );
  const pages = Object.fromEntries(Object.entries(lists).map(([list, { seen }]) => [list, seen]));
  return { surface, pages, whole: Object.values(lists).every(({ seen }) => !seen.endless) };
}

type ReadPage<I> = (cursor: string | undefined, options: CallOptions) => Promise<ListPage<I>>;

async function readList<Identity extends string>(
  read: ReadPage<ListedItem<Identity>>,
  identity: Identity,
  ties: CallOptions,
): Promise<{ items: ListedItem<Identity>[]; invalidItems: InvalidItem[]; seen: PagesSeen }> {
  const seen: PagesSeen = { sizes: [], endless: false };
  const pages: ListPage<ListedItem<Identity>>[] = [];
  const cursors = new Set<string>();
  const found = () => ({ items: pages.flatMap(({ items }) => items), invalidItems: invalidItemsOf(pages), seen });
  try {
    await readEveryPage(async (cursor) => {
      const page = await read(cursor, ties);
      seen.sizes.push(page.items.length);
      pages.push(page);
      if (page.nextCursor !== undefined) {
        seen.endless = cursors.has(page.nextCursor) || cursors.size >= MAX_PAGES;
        cursors.add(page.nextCursor);
      }
      return page;
    });
  } catch (error) {
    if (seen.endless) {
      const { items, ...rest } = found();
      return { items: [...new Map(items.map((item) => [item[identity], item])).values()], ...rest };
    }
    if (!(error instanceof Problem) || error.code !== 'FEATURE_NOT_SUPPORTED') throw error;
  }
  return found();
}
