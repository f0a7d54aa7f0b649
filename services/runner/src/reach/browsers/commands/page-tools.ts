import type { BrowserTab } from '../browser-tab.ts';

/** At most this many tools, and this much of a text and of a schema of one, in characters. */
const MAX_TOOLS = 200;
const [MAX_TEXT, MAX_SCHEMA] = [2_000, 20_000];

/**
 * The tools that a page offers to agents by WebMCP (`document.modelContext`), which it registers in scripts or declares in
 * forms; none where the page or the browser knows nothing of it.
 */
export async function listPageTools({ page }: BrowserTab): Promise<Record<string, unknown>[]> {
  const tools = await page.webmcp.tools().catch(() => []);
  return tools.slice(0, MAX_TOOLS).map(({ name, description, inputSchema }) => ({
    name: name.slice(0, MAX_TEXT),
    description: description.slice(0, MAX_TEXT),
    ...(JSON.stringify(inputSchema ?? {}).length <= MAX_SCHEMA && { inputSchema }),
  }));
}
