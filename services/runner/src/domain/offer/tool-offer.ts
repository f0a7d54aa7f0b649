import type { BundleSkill } from '@assay/contract/areas/environments/bundle';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { isObject } from '@assay/contract/json';
import { cachedByObject } from '@assay/grading/cached-by-object';
import { offeredTools, type OfferedTool, type OfferedTools } from './offered-tools.ts';
import { offeredSkills } from './skill-tool.ts';
import { searchTools } from './tool-search.ts';

/** How a client offers tools to the model. */
interface OfferSettings {
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
  /** The part of the system prompt that lists the skills; undefined without skills. */
  readonly skillsPrompt: string | undefined;
  readonly #settings: OfferSettings;
  /** The tools that the client itself offers beside the search, by their names. */
  readonly #ofClient: OfferedTools;
  #inventory: ServerInventory[];
  #known: OfferedTools;
  #offered: OfferedTools;

  constructor(inventory: ServerInventory[], settings: OfferSettings = {}, skills: readonly BundleSkill[] = []) {
    this.#settings = settings;
    this.#inventory = inventory;
    this.#known = this.#knownOf(inventory);
    this.#offered = settings.progressiveToolDiscovery ? this.#searchAlone() : this.#known;
    const read = skills.length > 0 ? offeredSkills(skills, freeName(READ, this.#known)) : undefined;
    this.skillsPrompt = read?.prompt;
    this.#ofClient = new Map(read && [[read.tool.name, read.tool]]);
    if (read) this.#offered = new Map([...this.#offered, ...this.#ofClient]);
  }

  /** The tools of the servers from which the offer was made. */
  get inventory(): ServerInventory[] {
    return this.#inventory;
  }

  /** How many tools of the servers the model is never told of. */
  get hidden(): number {
    return this.#settings.respectToolVisibility ? all(this.#inventory).size - this.#known.size : 0;
  }

  /** Offers the tools as they are now. What the model has found stays found while its server has it. */
  renew(inventory: ServerInventory[]): void {
    const found = [...this.#offered.keys()];
    this.#inventory = inventory;
    this.#known = this.#knownOf(inventory);
    if (!this.#settings.progressiveToolDiscovery) {
      this.#offered = this.#ofClient.size > 0 ? new Map([...this.#known, ...this.#ofClient]) : this.#known;
      return;
    }
    const still = found.flatMap((name) => {
      const tool = this.#known.get(name);
      return tool ? [[name, tool] as const] : [];
    });
    this.#offered = new Map([...this.#searchAlone(), ...still, ...this.#ofClient]);
  }

  #knownOf(inventory: ServerInventory[]): OfferedTools {
    return this.#settings.respectToolVisibility ? visible(inventory) : all(inventory);
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
