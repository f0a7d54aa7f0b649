import type { BundleSkill } from '@assay/contract/areas/environments/bundle';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { isObject } from '@assay/contract/json';
import { cachedByObject } from '@assay/grading/cached-by-object';
import { offeredTools, type OfferedTool, type OfferedTools } from './offered-tools.ts';
import { offeredSkills } from './skill-tool.ts';
import { searchTools } from './tool-search.ts';

/** How a client offers tools to the model. */
export interface OfferSettings {
  respectToolVisibility?: boolean;
  progressiveToolDiscovery?: boolean;
}

/** Made once for the inventory of a run. */
const all = cachedByObject(offeredTools);
const visible = cachedByObject((inventory: ServerInventory[]) =>
  offeredTools(inventory.map((server) => ({ ...server, tools: server.tools.filter(isVisibleToModel) }))),
);

/** The tools that a model is told of in one conversation. */
export class ToolOffer {
  /** How many tools of the servers the model is never told of. */
  readonly hidden: number;
  /** The part of the system prompt that lists the skills; undefined without skills. */
  readonly skillsPrompt: string | undefined;
  readonly #known: OfferedTools;
  #offered: OfferedTools;

  constructor(
    inventory: ServerInventory[],
    { respectToolVisibility, progressiveToolDiscovery }: OfferSettings = {},
    skills: readonly BundleSkill[] = [],
  ) {
    this.#known = respectToolVisibility ? visible(inventory) : all(inventory);
    this.hidden = respectToolVisibility ? all(inventory).size - this.#known.size : 0;
    this.#offered = progressiveToolDiscovery ? this.#searchAlone() : this.#known;
    if (skills.length === 0) return;
    const { prompt, tool } = offeredSkills(skills, freeName(READ, this.#known));
    this.skillsPrompt = prompt;
    this.#offered = new Map([...this.#offered, [tool.name, tool]]);
  }

  /** The tools of the next question: all, or the search and what it has found. */
  get tools(): OfferedTools {
    return this.#offered;
  }

  #searchAlone(): OfferedTools {
    const name = freeName(SEARCH, this.#known);
    const search: OfferedTool = {
      name,
      serverId: '',
      serverName: '',
      toolName: name,
      declaration: {
        description: `Finds tools by words of their names and descriptions, of ${this.#known.size} in all. A found tool can be called from then on.`,
        inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
      },
      answer: ({ query }) => this.#search(typeof query === 'string' ? query : ''),
    };
    return new Map([[name, search]]);
  }

  #search(query: string): string {
    const found = searchTools(this.#known, query);
    if (found.length === 0) return 'No tool was found. Search with other words.';
    this.#offered = new Map([...this.#offered, ...found.map((tool) => [tool.name, tool] as const)]);
    return JSON.stringify(found.map(({ name, declaration: { description } }) => ({ name, description })));
  }
}

const SEARCH = 'search_tools';
const READ = 'read_skill';

/** A server may have a tool of this name. */
const freeName = (wanted: string, taken: OfferedTools): string => {
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted}_${n}`;
  return name;
};

/**
 * Whether a model may be told of a tool: MCP Apps (SEP-1865) list who sees it in `_meta.ui.visibility`, the model and
 * the app by default; the Apps SDK marks a tool for apps alone with `openai/visibility: private`.
 */
export function isVisibleToModel({ _meta: meta }: Record<string, unknown>): boolean {
  if (!isObject(meta)) return true;
  const { ui, 'openai/visibility': ofAppsSdk } = meta;
  const to = isObject(ui) ? ui['visibility'] : undefined;
  return ofAppsSdk !== 'private' && (!Array.isArray(to) || to.includes('model'));
}
