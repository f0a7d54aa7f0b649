import { isObject } from '@assay/contract/json';
import { Problem } from '@assay/contract/problem';
import type { McpSession } from '@assay/mcp/session';
import {
  AppBridge,
  type McpUiDisplayMode,
  type McpUiHostContext,
  type McpUiMessageRequest,
} from '@modelcontextprotocol/ext-apps/app-bridge';
import type { WidgetHost } from './host-context.ts';
import type { WidgetResource } from './widget-resource.ts';

type Transport = Parameters<AppBridge['connect']>[0];
type Message = Parameters<NonNullable<Transport['onmessage']>>[0];
type CallToolResult = Awaited<ReturnType<NonNullable<AppBridge['oncalltool']>>>;
type ReadResourceResult = Awaited<ReturnType<NonNullable<AppBridge['onreadresource']>>>;

/** The tool call that a widget shows. */
export interface WidgetCall {
  /** As the server lists it. */
  tool: Record<string, unknown> & { name: string };
  arguments: Record<string, unknown>;
  /** The CallToolResult; absent when the call was cancelled or failed. */
  result?: Record<string, unknown>;
}

/** A call that a widget made, or that was refused to it. */
export interface CallOfWidget {
  toolName: string;
  arguments: Record<string, unknown>;
  result?: Record<string, unknown>;
  /** `TOOL_NOT_FOUND`, `NOT_APPROVED` or `TOOL_CALL_LIMIT` for a call that was not made. */
  error?: { code: string; message: string };
  /** Milliseconds since the epoch. */
  startedAt: number;
  durationMs: number;
}

/** Told about everything that a widget asks for. */
export interface WidgetListener {
  onToolCall?(call: CallOfWidget): void;
  /** The texts of a message that the widget puts into the conversation. */
  onMessage?(message: McpUiMessageRequest['params']): void;
  /** Context that the model is to know from now on; each takes the place of the one before. */
  onModelContext?(context: { content?: unknown[]; structuredContent?: Record<string, unknown> }): void;
  /** An address that was not opened. */
  onLink?(url: string): void;
}

interface BridgeOptions extends WidgetListener {
  call: WidgetCall;
  resource: Pick<WidgetResource, 'bridge'>;
  host: WidgetHost;
  /** Tools that the server lists. */
  tools: readonly (Record<string, unknown> & { name: string })[];
  session: Pick<McpSession, 'callTool' | 'readResource'>;
  /** Hands a message to the page. */
  send(text: string): Promise<void>;
  onSize(size: { width?: number; height?: number }): void;
  onDisplayMode(mode: McpUiDisplayMode): void;
  onTeardown(): void;
  /** Something that a developer of the widget should know. */
  onFault(text: string): void;
  signal: AbortSignal;
}

/** The host's end of the protocol with one widget. */
export interface WidgetBridge {
  /** Takes a message of the page. */
  receive(text: string): void;
  /** Resolves when the widget says that it is ready. */
  initialized: Promise<void>;
  /** Tells the widget about its tool call. */
  tell(): Promise<void>;
  /** Asks the widget to end, and waits at most this long. */
  teardown(timeoutMs: number): Promise<void>;
}

/** At most this many calls and reads of one widget. */
const MAX_CALLS = 50;

/** Messages before the end of the handshake are answered without a warning in the log of the runner. */
class QuietBridge extends AppBridge {
  protected override _wrapHandler(
    ...[, handler]: Parameters<AppBridge['_wrapHandler']>
  ): ReturnType<AppBridge['_wrapHandler']> {
    return handler;
  }
}

/** Opens the bridge to a widget. Requests are offered as the host supports them; others are unknown methods. */
export async function openBridge(options: BridgeOptions): Promise<WidgetBridge> {
  const { call, host, session, signal } = options;
  const { capabilities } = host;
  const context: McpUiHostContext = {
    ...host.context,
    ...(isObject(call.tool['inputSchema']) && { toolInfo: { tool: call.tool as never } }),
  };
  const bridge = new QuietBridge(null, { name: host.style.name, version: '1.0.0' }, capabilities, {
    hostContext: context,
  });
  const initialized = Promise.withResolvers<void>();
  bridge.oninitialized = () => initialized.resolve();
  bridge.onsizechange = (size) => options.onSize(JSON.parse(JSON.stringify(size)) as object);
  bridge.onrequestteardown = () => options.onTeardown();
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a field of the SDK
  bridge.onerror = (error) => options.onFault(`A message of the widget was not understood: ${error.message}`);
  if (capabilities.logging) bridge.onloggingmessage = () => undefined;
  bridge.onrequestdisplaymode = async ({ mode }) => {
    const offered = context.availableDisplayModes ?? [];
    const declared = bridge.getAppCapabilities()?.availableDisplayModes;
    if (offered.includes(mode) && (declared?.includes(mode) ?? true) && context.displayMode !== mode) {
      context.displayMode = mode;
      options.onDisplayMode(mode);
      await bridge.sendHostContextChange({ displayMode: mode });
    }
    return { mode: context.displayMode ?? 'inline' };
  };
  if (capabilities.openLinks)
    bridge.onopenlink = async ({ url }) => {
      if (!/^(https?|mailto):/i.test(url)) return { isError: true };
      options.onLink?.(url.slice(0, 2_000).toWellFormed());
      return {};
    };
  if (capabilities.message)
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a field of the SDK
    bridge.onmessage = async (message) => {
      options.onMessage?.(message);
      return {};
    };
  if (capabilities.updateModelContext)
    bridge.onupdatemodelcontext = async (update) => {
      options.onModelContext?.(update);
      return {};
    };
  if (capabilities.serverTools) bridge.oncalltool = toolCalls(options);
  if (capabilities.serverResources) {
    let reads = 0;
    bridge.onreadresource = async ({ uri }) => {
      if (++reads > MAX_CALLS) throw new Error(`A widget may read ${MAX_CALLS} resources at most.`);
      return (await session.readResource(uri, { signal })).value as ReadResourceResult;
    };
  }

  const transport: Transport = {
    start: async () => undefined,
    send: (message) => options.send(JSON.stringify(message)),
    close: async () => undefined,
  };
  await bridge.connect(transport);
  return {
    receive(text) {
      const message = JSON.parse(text) as unknown;
      if (isObject(message) && message['jsonrpc'] === '2.0') transport.onmessage?.(message as unknown as Message);
    },
    initialized: initialized.promise,
    async tell() {
      await bridge.sendToolInput({ arguments: call.arguments });
      if (call.result) await bridge.sendToolResult(call.result as CallToolResult);
      else await bridge.sendToolCancelled({ reason: 'The call has no result.' });
    },
    async teardown(timeoutMs) {
      await bridge.teardownResource({}, { timeout: timeoutMs }).catch(() => undefined);
      await bridge.close();
    },
  };
}

/** Makes the calls of a widget: of tools that its server lists and shows to widgets. */
function toolCalls({
  tools,
  resource,
  session,
  signal,
  onToolCall,
}: BridgeOptions): NonNullable<AppBridge['oncalltool']> {
  let made = 0;
  return async ({ name, arguments: args = {} }) => {
    const startedAt = Date.now();
    const told = (outcome: Pick<CallOfWidget, 'result' | 'error'>) =>
      onToolCall?.({ toolName: name, arguments: args, ...outcome, startedAt, durationMs: Date.now() - startedAt });
    const refuse = (code: string, message: string): never => {
      told({ error: { code, message } });
      throw new Error(message);
    };
    const tool = tools.find((each) => each.name === name);
    if (!tool) return refuse('TOOL_NOT_FOUND', `The server lists no tool "${name}".`);
    if (!isForWidgets(tool, resource)) return refuse('NOT_APPROVED', `The tool "${name}" is not for widgets.`);
    if (++made > MAX_CALLS) return refuse('TOOL_CALL_LIMIT', `A widget may call tools ${MAX_CALLS} times at most.`);
    try {
      const { value } = await session.callTool(name, args, { signal });
      told({ result: value });
      return value as CallToolResult;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return refuse(error.code, error.message);
    }
  };
}

/** Whether the server shows a tool to widgets; the Apps SDK wants it said, MCP Apps wants it excluded. */
function isForWidgets(tool: Record<string, unknown>, { bridge }: Pick<WidgetResource, 'bridge'>): boolean {
  const meta = isObject(tool['_meta']) ? tool['_meta'] : {};
  const visibility = isObject(meta['ui']) ? meta['ui']['visibility'] : undefined;
  if (Array.isArray(visibility)) return visibility.includes('app');
  const accessible = meta['openai/widgetAccessible'];
  return typeof accessible === 'boolean' ? accessible : bridge === 'mcp-apps';
}
