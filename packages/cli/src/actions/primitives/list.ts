import type { AssayClient, Prompt, Resource, ResourceTemplate, Tool } from '@assay/sdk';
import type { listPrimitivesInput } from '../../commands/servers/primitives-input.ts';
import type { Action } from '../../declare/command.ts';
import { printList } from '../../output/print-document.ts';
import type { Column } from '../../output/print-table.ts';
import { visibleText } from '../../output/visible-text.ts';
import { findId } from '../../platform/find/find-named.ts';

interface Primitives {
  listTools: Tool;
  listResources: Resource;
  listResourceTemplates: ResourceTemplate;
  listPrompts: Prompt;
}
type ListOperation = keyof Primitives;

/** A server that names a next page for ever is left after this many pages. */
const MAX_PAGES = 1_000;

/** The items of a server's list, page by page. */
export async function* primitivesOf<Name extends ListOperation>(
  assay: AssayClient,
  name: Name,
  { projectId, serverId }: { projectId: string; serverId: string },
): AsyncGenerator<Primitives[Name], void> {
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { items, nextCursor } = await assay[name]({ projectId, serverId }, cursor === undefined ? {} : { cursor });
    yield* items as Primitives[Name][];
    if (nextCursor === undefined || nextCursor === cursor) return;
    cursor = nextCursor;
  }
}

const text = (value: string | undefined): string => visibleText(value ?? '–');

const columns: { [Name in ListOperation]: readonly Column<Primitives[Name]>[] } = {
  listTools: [
    { title: 'NAME', cell: ({ name }) => text(name), isName: true },
    { title: 'ARGUMENTS', cell: ({ inputSchema }) => text(argumentNames(inputSchema)), isName: true },
    { title: 'DESCRIPTION', cell: ({ description }) => text(description), isName: true },
  ],
  listResources: [
    { title: 'URI', cell: ({ uri }) => text(uri), isName: true },
    { title: 'TYPE', cell: ({ mimeType }) => text(mimeType), isName: true },
    { title: 'NAME', cell: ({ name }) => text(name), isName: true },
  ],
  listResourceTemplates: [
    { title: 'URI TEMPLATE', cell: ({ uriTemplate }) => text(uriTemplate), isName: true },
    { title: 'TYPE', cell: ({ mimeType }) => text(mimeType), isName: true },
    { title: 'NAME', cell: ({ name }) => text(name), isName: true },
  ],
  listPrompts: [
    { title: 'NAME', cell: ({ name }) => text(name), isName: true },
    {
      title: 'ARGUMENTS',
      cell: (prompt) =>
        text((prompt.arguments ?? []).map(({ name, required }) => `${name}${required ? '' : '?'}`).join(' ')),
      isName: true,
    },
    { title: 'DESCRIPTION', cell: ({ description }) => text(description), isName: true },
  ],
};

/** The arguments of a tool; optional ones have a question mark. */
function argumentNames(schema: Record<string, unknown> | undefined): string {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: object; required?: string[] };
  return Object.keys(properties)
    .map((name) => `${name}${required.includes(name) ? '' : '?'}`)
    .join(' ');
}

/** Lists what a saved server offers. */
const listOf =
  <Name extends ListOperation>(operation: Name): Action<typeof listPrimitivesInput> =>
  async (context, { arguments: { server }, options }) => {
    const { assay, projectId: projectOf } = await context.platform();
    const [projectId, serverId] = [await projectOf(), await findId(context, 'server', server)];
    await printList<Primitives[Name]>(context, options, primitivesOf(assay, operation, { projectId, serverId }), {
      columns: columns[operation],
      empty: 'none.',
      limit: options.limit ?? Number.POSITIVE_INFINITY,
      noun: 'items',
    });
  };

export const listTools = listOf('listTools');
export const listResources = listOf('listResources');
export const listResourceTemplates = listOf('listResourceTemplates');
export const listPrompts = listOf('listPrompts');
