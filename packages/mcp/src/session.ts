import { given } from '@assay/contract/given';
import type { CompleteRequestParams, Implementation, ServerCapabilities } from '@modelcontextprotocol/client';
import { endSession } from './end-session.ts';
import type { HandshakeTiming, SessionConnection, TransportKind } from './session-connection.ts';
import {
  type ListedItem,
  PRIMITIVE_LISTS,
  type PrimitiveList,
  type ListPage,
  type ReadList,
  readPages,
} from './requests/pages.ts';
import { type ItemRules } from './requests/listed-items.ts';
import type { CursorRules } from './requests/page-trail.ts';
import { type CallOptions, metaOf } from './requests/request.ts';
import {
  type AskedResult,
  type AskOptions,
  type VerbatimResult,
  anyResultSchema,
  askServer,
  requestPage,
  requestVerbatim,
} from './requests/result.ts';
import { type ServerSkills, openSkills } from './requests/skills.ts';
import { type McpTask, callAsTask } from './requests/task.ts';
import { callWithHeaders } from './requests/mirrored-call.ts';
import { type ListedTools, ToolDefinitions } from './requests/tool-definitions.ts';
import { ToolNews } from './requests/tool-news.ts';
import { Problem } from '@assay/contract/problem';

/** At most this many other revisions of a server are told. */
const MAX_VERSIONS = 10;

export interface SessionInfo {
  /** Name and version of the server; absent when it sends none. */
  serverInfo?: Implementation;
  protocolVersion: string;
  /** Further revisions that the server says it serves at this address; absent where it names none. */
  otherVersions?: string[];
  capabilities: ServerCapabilities;
  instructions?: string;
  transport: TransportKind;
  timing: HandshakeTiming;
}

export interface ToolOptions extends AskOptions {
  /** Calls the tool as a task and waits for its end. */
  task?: { ttl?: number | undefined } | undefined;
}

/** The result of a tool call, `isError` included: a failed tool is a value and no error. */
export interface ToolResult extends AskedResult {
  /** The last known state of the task, when the tool ran as one. */
  task?: McpTask;
}

type ReadPage<Identity extends string> = (
  cursor?: string,
  options?: CallOptions,
) => Promise<ListPage<ListedItem<Identity>>>;
type ReadAll<Identity extends string> = (options?: CallOptions) => Promise<ListedItem<Identity>[]>;

/** An open session. Every method throws a Problem as `toProblem` decides, or the reason of its signal. */
export interface McpSession {
  info: SessionInfo;
  /** The rules by which lists are judged. */
  itemRules: ItemRules & CursorRules;
  /** Whether the server named the session, so that it can lose it. */
  hasId: boolean;
  listTools: ReadPage<'name'>;
  listResources: ReadPage<'uri'>;
  listResourceTemplates: ReadPage<'uriTemplate'>;
  listPrompts: ReadPage<'name'>;
  listAllTools: ReadAll<'name'>;
  listAllResources: ReadAll<'uri'>;
  listAllResourceTemplates: ReadAll<'uriTemplate'>;
  listAllPrompts: ReadAll<'name'>;
  /** The tools as far as the client reads lists, and whether these are all. */
  readTools(options?: CallOptions): Promise<ReadList<ListedItem<'name'>>>;
  /** Has the server say when its tools change; false when it does not declare that it can. Never throws. */
  watchTools(): Promise<boolean>;
  /** How often the server has said that its tools changed. */
  readonly toolListChanges: number;
  /** Notes the tools as another session with the same server listed them, while this one has read no list. */
  knowTools(listed: ListedTools): void;
  /** One page of any list as the server wrote it, also without the capability; diagnoses use it. */
  readPage(listing: PrimitiveList, cursor?: string, options?: CallOptions): Promise<VerbatimResult>;
  callTool(name: string, args: Record<string, unknown>, options?: ToolOptions): Promise<ToolResult>;
  getPrompt(name: string, args: Record<string, string>, options?: AskOptions): Promise<AskedResult>;
  readResource(uri: string, options?: AskOptions): Promise<AskedResult>;
  /** Completions for an argument of a prompt or of a resource template. */
  complete(
    params: Pick<CompleteRequestParams, 'ref' | 'argument' | 'context'>,
    options?: CallOptions,
  ): Promise<VerbatimResult>;
  skills: ServerSkills;
  /** The command, for a server that is started by one, and its evidence beside the protocol. */
  program: SessionConnection['program'];
  /** Ends the session on the server too, waiting at most a second. Never throws. */
  close(): Promise<void>;
}

export function openSession(link: SessionConnection, transport: TransportKind): McpSession {
  const info = infoOf(link, transport);
  // Only the newest revision repeats parts of a message in headers.
  const hasMirroredHeaders = link.client.getProtocolEra() === 'modern' && transport === 'streamable-http';
  const itemRules = {
    mirrorsHeaders: hasMirroredHeaders && link.target.toolHeaders !== 'omit',
    emptyCursorEnds: link.client.getProtocolEra() !== 'modern',
  };
  const readPage =
    <Identity extends string>(listing: PrimitiveList<Identity>): ReadPage<Identity> =>
    async (cursor, options = {}) => {
      requireCapability(info.capabilities, listing.capability, link);
      const params = { ...given({ cursor }), ...metaOf(link, options) };
      const page = await requestPage(link, listing, params, options, itemRules);
      if (hasMirroredHeaders && listing.method === PRIMITIVE_LISTS.tools.method) definitions.note(page);
      return page;
    };
  const readList = <Identity extends string>(listing: PrimitiveList<Identity>, options: CallOptions) =>
    readPages<ListedItem<Identity>>((cursor) => readPage(listing)(cursor, options), {
      identity: listing.identity,
      firstPageOnly: link.target.firstPageOnly,
    });
  const readAll =
    <Identity extends string>(listing: PrimitiveList<Identity>): ReadAll<Identity> =>
    async (options = {}) =>
      (await readList(listing, options)).items;
  const definitions = new ToolDefinitions(link.target, (options) => readList(PRIMITIVE_LISTS.tools, options));

  const news = new ToolNews(link, () => definitions.forget());

  let closing: Promise<void> | undefined;
  return {
    info,
    itemRules,
    hasId: link.transport.sessionId !== undefined,
    listTools: readPage(PRIMITIVE_LISTS.tools),
    listResources: readPage(PRIMITIVE_LISTS.resources),
    listResourceTemplates: readPage(PRIMITIVE_LISTS.resourceTemplates),
    listPrompts: readPage(PRIMITIVE_LISTS.prompts),
    listAllTools: readAll(PRIMITIVE_LISTS.tools),
    listAllResources: readAll(PRIMITIVE_LISTS.resources),
    listAllResourceTemplates: readAll(PRIMITIVE_LISTS.resourceTemplates),
    listAllPrompts: readAll(PRIMITIVE_LISTS.prompts),
    readTools: (options = {}) => readList(PRIMITIVE_LISTS.tools, options),
    watchTools: () => news.watch(),
    get toolListChanges() {
      return news.changes;
    },
    knowTools(listed) {
      if (hasMirroredHeaders && !definitions.isKnown) definitions.note(listed);
    },
    readPage(listing, cursor, options = {}) {
      const params = { ...given({ cursor }), ...metaOf(link, options) };
      return requestVerbatim(link, listing.method, options, (limits) =>
        link.client.request({ method: listing.method, params }, anyResultSchema, limits),
      );
    },
    async callTool(name, args, { task, ...options } = {}) {
      requireCapability(info.capabilities, 'tools', link);
      const params = { name, arguments: args, ...metaOf(link, options) };
      if (task) return callAsTask(link, params, task.ttl, options);
      if (!hasMirroredHeaders)
        return askServer(link, 'tools/call', options, (limits) =>
          link.client.request({ method: 'tools/call', params }, anyResultSchema, limits),
        );
      return callWithHeaders(link, definitions, params, options);
    },
    async getPrompt(name, args, options = {}) {
      requireCapability(info.capabilities, 'prompts', link);
      const params = { name, arguments: args, ...metaOf(link, options) };
      return askServer(link, 'prompts/get', options, (limits) =>
        link.client.request({ method: 'prompts/get', params }, anyResultSchema, limits),
      );
    },
    async readResource(uri, options = {}) {
      requireCapability(info.capabilities, 'resources', link);
      const params = { uri, ...metaOf(link, options) };
      return askServer(link, 'resources/read', options, (limits) =>
        link.client.request({ method: 'resources/read', params }, anyResultSchema, limits),
      );
    },
    async complete(params, options = {}) {
      requireCapability(info.capabilities, 'completions', link);
      return askServer(link, 'completion/complete', options, (limits) =>
        link.client.request(
          { method: 'completion/complete', params: { ...params, ...metaOf(link, options) } },
          anyResultSchema,
          limits,
        ),
      );
    },
    skills: openSkills(link),
    program: link.program,
    close: () => (closing ??= closeLink(link)),
  };
}

function infoOf({ client, timing }: SessionConnection, transport: TransportKind): SessionInfo {
  const [serverInfo, instructions] = [client.getServerVersion(), client.getInstructions()];
  const protocolVersion = client.getNegotiatedProtocolVersion()!;
  const served = client.getDiscoverResult()?.supportedVersions ?? [];
  const otherVersions = served.filter((version) => version !== protocolVersion).slice(0, MAX_VERSIONS);
  return {
    ...given({ serverInfo }),
    protocolVersion,
    ...(otherVersions.length > 0 && { otherVersions }),
    capabilities: client.getServerCapabilities() ?? {},
    ...given({ instructions }),
    transport,
    timing,
  };
}

async function closeLink({ client, transport }: SessionConnection): Promise<void> {
  await endSession(transport);
  await client.close().catch(() => {});
}

/**
 * Refuses a request for which the server has not declared the capability: the server would only answer with an error.
 */
function requireCapability(
  declared: ServerCapabilities,
  capability: keyof ServerCapabilities,
  { target: { serverId, serverName } }: Pick<SessionConnection, 'target'>,
): void {
  if (declared[capability]) return;
  throw new Problem('FEATURE_NOT_SUPPORTED', `Server "${serverName}" does not offer ${capability}.`, {
    serverId,
    capability,
  });
}
