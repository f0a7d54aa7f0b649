import { setTimeout as delay } from 'node:timers/promises';
import { SdkError, SdkErrorCode, StreamableHTTPClientTransport, type Implementation, type ServerCapabilities } from '@modelcontextprotocol/client';
import { Problem } from '@assay/contract/problem';
import type { Link } from './link.ts';
import { everyPage, LISTINGS, pageSchema, type Item, type Listing, type Page } from './pages.ts';
import { request, traceMeta, type CallOptions } from './request.ts';
import type { TransportKind } from './wire.ts';

export interface SessionInfo {
  /** Name and version the server gives itself; absent when it does not introduce itself. */
  serverInfo?: Implementation;
  protocolVersion: string;
  capabilities: ServerCapabilities;
  instructions?: string;
  transport: TransportKind;
}

/** What a tool answered, `isError` included: that a tool failed is a value. */
export interface ToolResult {
  /** The `result` of the JSON-RPC response exactly as the server wrote it. */
  json: string;
  /** The same, parsed when first read. */
  readonly value: Record<string, unknown>;
}

/** An open session. Every method throws Problem as `failure.ts` decides, or the reason of the signal it was given. */
export interface Session {
  info: SessionInfo;
  listTools(cursor?: string, options?: CallOptions): Promise<Page<Item<'name'>>>;
  listAllTools(options?: CallOptions): Promise<Item<'name'>[]>;
  listAllResources(options?: CallOptions): Promise<Item<'uri'>[]>;
  listAllResourceTemplates(options?: CallOptions): Promise<Item<'uriTemplate'>[]>;
  listAllPrompts(options?: CallOptions): Promise<Item<'name'>[]>;
  callTool(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<ToolResult>;
  /** Ends the session on the server too, if it lets itself be told within a second. Never throws. */
  close(): Promise<void>;
}

const CLOSE_MS = 1_000;

export function openSession(link: Link, transport: TransportKind): Session {
  const info = infoOf(link, transport);

  const readPage = async <Identity extends string>(listing: Listing<Identity>, cursor: string | undefined, options: CallOptions): Promise<Page<Item<Identity>>> => {
    requireCapability(info, listing.capability, link);
    const params = { ...(cursor !== undefined && { cursor }), ...traceMeta(options.traceparent ?? link.traceparent) };
    const { value } = await request(link, listing.method, options, (limits) => link.client.request({ method: listing.method, params }, pageSchema(listing), limits));
    return value;
  };
  const readAll = <Identity extends string>(listing: Listing<Identity>) => (options: CallOptions = {}) => everyPage((cursor) => readPage(listing, cursor, options));

  let closing: Promise<void> | undefined;
  return {
    info,
    listTools: (cursor, options = {}) => readPage(LISTINGS.tools, cursor, options),
    listAllTools: readAll(LISTINGS.tools),
    listAllResources: readAll(LISTINGS.resources),
    listAllResourceTemplates: readAll(LISTINGS.resourceTemplates),
    listAllPrompts: readAll(LISTINGS.prompts),
    callTool: (name, args, options = {}) => callTool(link, info, name, args, options),
    close: () => (closing ??= closeLink(link)),
  };
}

async function callTool(link: Link, info: SessionInfo, name: string, args: Record<string, unknown>, options: CallOptions): Promise<ToolResult> {
  requireCapability(info, 'tools', link);
  const params = { name, arguments: args, ...traceMeta(options.traceparent ?? link.traceparent) };
  const { text } = await request(link, 'tools/call', options, async (limits, answer) => {
    try {
      // A result that asks for input is for the caller to see, not for us to answer.
      await link.client.callTool(params, { ...limits, allowInputRequired: true });
    } catch (error) {
      // A result that breaks the protocol's schema is still what the server answered.
      if (!isOffSchema(error) || answer() === undefined) throw error;
    }
  });
  const json = text!;
  let value: Record<string, unknown> | undefined;
  return { json, get value() { return (value ??= JSON.parse(json) as Record<string, unknown>); } };
}

const isOffSchema = (error: unknown) =>
  error instanceof SdkError && (error.code === SdkErrorCode.InvalidResult || error.code === SdkErrorCode.UnsupportedResultType);

function infoOf({ client }: Link, transport: TransportKind): SessionInfo {
  const [serverInfo, instructions] = [client.getServerVersion(), client.getInstructions()];
  return {
    ...(serverInfo && { serverInfo }),
    protocolVersion: client.getNegotiatedProtocolVersion()!,
    capabilities: client.getServerCapabilities() ?? {},
    ...(instructions !== undefined && { instructions }),
    transport,
  };
}

/** Asking for what a server has not declared would at best be answered with an error that says the same. */
function requireCapability({ capabilities }: SessionInfo, capability: Listing['capability'], { target }: Link): void {
  if (capabilities[capability]) return;
  throw new Problem('FEATURE_NOT_SUPPORTED', `Server "${target.serverName}" does not offer ${capability}.`, { serverId: target.serverId, capability });
}

async function closeLink({ client, transport }: Link): Promise<void> {
  const polite = transport instanceof StreamableHTTPClientTransport ? transport.terminateSession() : Promise.resolve();
  await Promise.race([polite, delay(CLOSE_MS, undefined, { ref: false })]).catch(() => {});
  await client.close().catch(() => {});
}
