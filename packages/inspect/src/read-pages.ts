import type { IncompleteLists, Surface } from '@assay/contract/areas/surfaces/documents';
import { given } from '@assay/contract/given';
import { Problem } from '@assay/contract/problem';
import { ByteBudget } from '@assay/mcp/transport/byte-budget';
import {
  invalidItemsOf,
  readPages as readEveryPage,
  type ListedItem,
  type ListPage,
  type ReadList,
} from '@assay/mcp/requests/pages';
import type { CallOptions } from '@assay/mcp/requests/request';
import type { McpSession } from '@assay/mcp/session';
import type { LintSubject, PagesSeen } from '@assay/surface/lint/rule';
import type { InspectedServer } from './inspected-server.ts';
import { LIST_FAULTS } from '@assay/mcp/requests/page-trail';
import type { ListName } from '@assay/surface/canonical';
import { toSurface } from './to-surface.ts';

interface Reading extends Required<LintSubject> {
  /** Whether every list was read to its end. */
  whole: boolean;
  /** Why lists were not. */
  incompleteLists: IncompleteLists;
}

/** Reads the whole surface, with the sizes of the pages. A list that does not come to an end is read until it repeats itself. */
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
  const incompleteLists = Object.entries(lists).flatMap(
    ([
      list,
      {
        seen: { fault },
      },
    ]) => (fault ? [{ list: list as ListName, cause: fault, why: LIST_FAULTS[fault] }] : []),
  );
  return { surface, pages, whole: incompleteLists.length === 0, incompleteLists };
}

type ReadPage<I> = (cursor: string | undefined, options: CallOptions) => Promise<ListPage<I>>;

async function readList<Identity extends string>(
  read: ReadPage<ListedItem<Identity>>,
  identity: Identity,
  ties: CallOptions,
): Promise<Pick<ReadList<ListedItem<Identity>>, 'items' | 'invalidItems'> & { seen: PagesSeen }> {
  const pages: ListPage<ListedItem<Identity>>[] = [];
  const sizes = () => pages.map(({ items }) => items.length);
  try {
    const { items, invalidItems, fault } = await readEveryPage<ListedItem<Identity>>((cursor) => read(cursor, ties), {
      identity,
      onPage: (page) => void pages.push(page),
    });
    return { items, invalidItems, seen: { sizes: sizes(), ...given({ fault }) } };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'FEATURE_NOT_SUPPORTED') throw error;
    const items = pages.flatMap((page) => page.items);
    return { items, invalidItems: invalidItemsOf(pages), seen: { sizes: sizes() } };
  }
}
