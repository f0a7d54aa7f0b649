import { randomBytes } from 'node:crypto';
import { BrowserAgentCommand } from '@assay/contract/areas/browsers/command';
import type { EffectivePolicy } from '@assay/contract/areas/browsers/policy';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import type { Screenshot } from '@assay/mesh/gen/assay/v1/browsers';
import { isSameName } from '@assay/contract/normal-name';
import { schemaChecker } from '@assay/kit/json/schema';
import { pageAnswer } from '../../domain/browsers/page-answer.ts';
import type { ReadyCall, ToolAnswer, ToolCall, ToolSource } from '../../reach/sessions/tool-source.ts';
import type { LiveBrowsers } from '../../reach/browsers/live-browsers.ts';
import { runCommand } from '../../reach/browsers/run-command.ts';
import { browserToolDeclarations, TOOL_SHAPES } from './browser-tool-shapes.ts';

const SERVER = 'browser';
/** The images of one turn are kept up to this size, in bytes: its report has to fit into one message of the mesh. */
const MAX_IMAGES = 12 * 1024 * 1024;

const issuesOf = schemaChecker(BrowserAgentCommand);

export interface BrowserToolsOptions {
  liveId: string;
  policy: EffectivePolicy;
  live: LiveBrowsers;
  /** The names of the servers, one of which may be called as the browser is. */
  serverNames: readonly string[];
  /** The tools of the servers; the tools of the browser stand beside them. */
  servers: ToolSource;
  signal: AbortSignal;
}

/** The tools of a turn with a browser: its servers' tools, and the session's live browser as one more server. */
export class BrowserTools implements ToolSource {
  /** The images that the calls took; the id of each begins with the id of its call. */
  readonly screenshots: Screenshot[] = [];
  readonly #options: BrowserToolsOptions;
  readonly #name: string;

  constructor(options: BrowserToolsOptions) {
    this.#options = options;
    const isTaken = options.serverNames.some((name) => isSameName(name, SERVER));
    this.#name = isTaken ? `${SERVER} of the session` : SERVER;
  }

  async inventory(): Promise<ServerInventory[]> {
    const { servers, policy } = this.#options;
    const tools = browserToolDeclarations(policy);
    return [...(await servers.inventory()), { serverId: '', serverName: this.#name, complete: true, tools }];
  }

  async ready(call: ToolCall): Promise<ReadyCall> {
    if (!isSameName(call.serverName, this.#name)) return this.#options.servers.ready(call);
    return { serverId: '', make: () => this.#make(call) };
  }

  async #make({ id, toolName, arguments: args }: ToolCall): Promise<ToolAnswer> {
    const { live, liveId, policy, signal } = this.#options;
    const { tabId, ...fields } = args;
    const command = { ...TOOL_SHAPES[toolName]?.fixed, ...fields } as BrowserAgentCommand;
    const [issue] = issuesOf(command);
    if (issue) return textAnswer(`The call was not made: the field ${issue.path || '/'} ${issue.message}.`);
    const request = { command, policy, ...(typeof tabId === 'string' && { tabId }) };
    const { result, screenshots } = await runCommand(live, liveId, request, signal);
    const fence = `page-${randomBytes(6).toString('hex')}`;
    const kept = this.#keep(id, screenshots);
    const texts = screenshots.map(
      ({ width, height }) => `[screenshot, ${width} × ${height}${kept ? '' : ', not kept: the turn has too many'}]`,
    );
    const text = pageAnswer(result, texts, fence);
    const isError = result.status !== 'ok';
    const images = screenshots.map(({ body, mimeType }) => ({
      type: 'image',
      data: Buffer.from(body).toString('base64'),
      mimeType,
    }));
    return { ...textAnswer(text, isError), ...(images.length > 0 && { shown: resultOf(text, isError, images) }) };
  }

  #keep(callId: string, screenshots: Screenshot[]): boolean {
    const bytes = [...this.screenshots, ...screenshots].reduce((sum, { body }) => sum + body.length, 0);
    if (bytes > MAX_IMAGES) return false;
    this.screenshots.push(...screenshots.map((each) => ({ ...each, id: `${callId}.${each.id}` })));
    return true;
  }
}

const resultOf = (text: string, isError: boolean, images: object[] = []): Record<string, unknown> => ({
  content: [{ type: 'text', text }, ...images],
  ...(isError && { isError }),
});

function textAnswer(text: string, isError = true): ToolAnswer {
  const result = resultOf(text, isError);
  return { result, resultBytes: Buffer.byteLength(JSON.stringify(result)), isError };
}
