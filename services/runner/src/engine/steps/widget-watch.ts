import { AsyncLocalStorage } from 'node:async_hooks';
import type { Browsers } from '@assay/browser/isolated-context';
import type { StoredScreenshot } from '@assay/contract/areas/browsers/snapshot';
import type { ClientConfig } from '@assay/contract/areas/clients/config';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import { isObject } from '@assay/contract/json';
import { Problem } from '@assay/contract/problem';
import { redactText } from '@assay/kit/security/redact';
import type { McpSession } from '@assay/mcp/session';
import type { AskOptions } from '@assay/mcp/requests/result';
import { coveredElements } from '../../reach/browsers/covered-elements.ts';
import { IterationFailure } from '../../domain/iterations/iteration-failure.ts';
import type { ListedTool, ServerSessions } from '../../reach/sessions/sessions.ts';
import { hostStyleOf } from '../../reach/widgets/host-styles.ts';
import type { CallOfWidget } from '../../reach/widgets/widget-bridge.ts';
import { openWidget } from '../../reach/widgets/widget-host.ts';
import { widgetUriOf } from '../../reach/widgets/widget-resource.ts';
import type { IterationImages } from './iteration-images.ts';
import { ShownWidget } from './shown-widget.ts';
import { callTool, type CallContext } from '../tools/tool-call.ts';

/** Limits of one iteration: widgets, widgets that are open at the same time, and first snapshots that are kept. */
const [MAX_SHOWN, MAX_OPEN, MAX_SNAPSHOTS] = [50, 5, 20];
/** At most this many messages of widgets are kept, with at most this many characters in each. */
const [MAX_MESSAGES, MAX_MESSAGE] = [100, 10_000];

export interface WatchSettings {
  browsers: Browsers;
  /** The organization whose share of the network the pages use. */
  share: string;
  client: ClientConfig | undefined;
  sessions: Pick<ServerSessions, 'listed'>;
  images: IterationImages;
  context: CallContext;
}

type Place = Pick<TranscriptToolCall, 'stepId' | 'stepIndex'>;
type Result = TranscriptToolCall['result'];

/**
 * The browser that watches the widgets of one iteration: it shows the result of each tool call whose tool has a widget,
 * as the client would, and keeps the pages open for the steps that follow.
 */
export class WidgetWatch {
  readonly #settings: WatchSettings;
  readonly #shown: ShownWidget[] = [];
  readonly #opening = new Set<Promise<void>>();
  #place: Place = { stepId: '', stepIndex: 0 };
  #messages = 0;

  constructor(settings: WatchSettings) {
    this.#settings = settings;
  }

  /** The step to which calls and messages of widgets belong from now on. */
  begin(place: Place): void {
    this.#place = place;
  }

  /**
   * Shows the result of a call. A step that makes a call asks for its widget, so it is told when there is none; of a
   * model's call without a widget nothing is kept.
   */
  async show(call: TranscriptToolCall, result: Result, timeoutMs?: number): Promise<void> {
    if (!result) return;
    const { client } = this.#settings;
    const listed = await this.#listed(call.serverName);
    if (listed instanceof IterationFailure) return this.#unlisted(call, listed);
    const { session, tools } = listed;
    const tool = tools.find(({ name }) => name === call.toolName) ?? { name: call.toolName };
    const hasWidget = widgetUriOf(tool, hostStyleOf(client?.hostStyle)) !== undefined;
    if (!hasWidget && call.promptIndex !== undefined) return;
    const shown = new ShownWidget(call);
    this.#shown.push(shown);
    if (this.#shown.length > MAX_SHOWN) return;
    await this.#open(shown, { tool, tools, session, result, timeoutMs });
    await this.#closeOlder();
  }

  /** Shows the result of a call of a model, whose turn goes on meanwhile. */
  showBeside(call: TranscriptToolCall, result: Result): void {
    const opening = this.show(call, result);
    this.#opening.add(opening);
    // `allShown` throws it.
    opening.catch(() => undefined);
  }

  /** Waits for the widgets of a turn. @throws the first error of showing one. */
  async allShown(): Promise<void> {
    try {
      await Promise.all(this.#opening);
    } finally {
      this.#opening.clear();
    }
  }

  /** The widget of the latest call of a tool. */
  latestOf(toolName: string): ShownWidget | undefined {
    return this.#shown.findLast(({ call }) => call.toolName === toolName);
  }

  /** Looks at a widget that is quiet: keeps its snapshot, and an image of it. */
  async look(shown: ShownWidget): Promise<StoredScreenshot | undefined> {
    const { images, context } = this.#settings;
    const { secrets } = context.recorder;
    shown.snapshot = await shown.widget.snapshot({ secrets });
    const mask = shown.snapshot && images.room > 0 ? await coveredElements(shown.frame, secrets) : undefined;
    const image = mask && (await shown.widget.screenshot({ maxBytes: images.room, mask }));
    return image && images.keep(image);
  }

  /** Whether a widget of the first tool called the second one, and its server was asked. */
  hasCalled(toolName: string, calledToolName: string): boolean {
    const { toolCalls } = this.#settings.context.recorder.transcript;
    const openers = new Set(toolCalls.filter((call) => call.toolName === toolName).map(({ id }) => id));
    return toolCalls.some(
      (call) => call.toolName === calledToolName && call.serverId !== '' && openers.has(call.widgetOf ?? ''),
    );
  }

  /** Writes what was seen into the transcript, and closes every page. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#opening);
    this.#settings.context.recorder.transcript.renderings = this.#shown.map((shown) => shown.rendering());
    await Promise.all(this.#shown.map((shown) => shown.close()));
  }

  async #open(shown: ShownWidget, { tool, tools, session, result, timeoutMs }: Opening): Promise<void> {
    const { browsers, share, client, context } = this.#settings;
    const { recorder, signal } = context;
    const { call } = shown;
    const startMs = recorder.at();
    shown.widget = await openWidget({
      browsers,
      share,
      client,
      call: { tool, arguments: call.arguments, result },
      tools,
      session: this.#sessionOf(shown, session),
      signal,
      ...given({ timeoutMs }),
      onToolCall: (made) => this.#noteRefusal(call, made),
      onMessage: ({ content }) => this.#message(call, content),
      onLink: (url) => shown.link(url),
    });
    const { status, reason } = shown.widget;
    if (status === 'rendered') {
      const screenshot = await this.look(shown);
      const snapshot = this.#shown.length <= MAX_SNAPSHOTS ? shown.snapshot : undefined;
      shown.keep({ ...given({ snapshot, screenshot }) });
    }
    recorder.span({
      name: `widget ${call.toolName}`,
      category: 'client',
      startMs,
      stepIndex: call.stepIndex,
      ...given({ promptIndex: call.promptIndex }),
      toolCallId: call.id,
      toolName: call.toolName,
      serverId: call.serverId,
      status: status === 'rendered' || status === 'no_ui_resource' ? 'ok' : 'error',
      ...given({ message: reason }),
    });
  }

  /** The tools of a server, or why it does not list them: that must not fail a call that it answered. */
  async #listed(serverName: string) {
    const { sessions, context } = this.#settings;
    return sessions.listed(serverName).catch((error: unknown) => {
      context.signal.throwIfAborted();
      if (error instanceof IterationFailure) return error;
      throw error;
    });
  }

  #unlisted(call: TranscriptToolCall, { message }: IterationFailure): void {
    if (call.promptIndex !== undefined) return;
    const shown = new ShownWidget(call);
    shown.lacks(`The tools of the server could not be listed: ${redactText(message, 400)}`);
    this.#shown.push(shown);
  }

  /**
   * The session as the widget uses it: its calls are recorded. Pages call from outside of the iteration's asynchronous
   * context, which names the recorder of messages and the share of the network.
   */
  #sessionOf(shown: ShownWidget, session: McpSession): Pick<McpSession, 'callTool' | 'readResource'> {
    const { call } = shown;
    const make = async (toolName: string, args: Record<string, unknown>) => {
      const { recorder } = this.#settings.context;
      const { serverName } = call;
      const made = await callTool(this.#settings.context, {
        ...this.#place,
        id: recorder.beginCall(),
        serverName,
        toolName,
        arguments: args,
        ...ofWidget(call),
      });
      const { error } = made.call;
      if (error) throw new Problem(error.code as Problem['code'], error.message);
      return { value: made.result!, json: '' };
    };
    return {
      callTool: AsyncLocalStorage.bind((name: string, args: Record<string, unknown>) => shown.during(make(name, args))),
      readResource: AsyncLocalStorage.bind((uri: string, options?: AskOptions) => session.readResource(uri, options)),
    };
  }

  /** A call that the widget was refused is part of the transcript too. */
  #noteRefusal(opener: TranscriptToolCall, { toolName, arguments: args, error }: CallOfWidget): void {
    if (!error || !REFUSALS.has(error.code)) return;
    const { recorder } = this.#settings.context;
    recorder.toolCall({
      ...this.#place,
      id: recorder.beginCall(),
      serverId: '',
      serverName: opener.serverName,
      toolName,
      arguments: args,
      error,
      isError: true,
      startMs: recorder.at(),
      ...ofWidget(opener),
    });
  }

  #message({ id: toolCallId, promptIndex }: TranscriptToolCall, content: readonly unknown[]): void {
    if (++this.#messages > MAX_MESSAGES) return;
    const texts = content.filter(isObject).flatMap(({ type, text }) => (type === 'text' ? [String(text)] : []));
    this.#settings.context.recorder.transcript.messages.push({
      role: 'user',
      content: texts.join('\n').slice(0, MAX_MESSAGE).toWellFormed(),
      toolCallId,
      origin: 'widget',
      ...given({ promptIndex }),
    });
  }

  async #closeOlder(): Promise<void> {
    const open = this.#shown.filter(({ isOpen }) => isOpen);
    await Promise.all(open.slice(0, Math.max(0, open.length - MAX_OPEN)).map((shown) => shown.close()));
  }
}

interface Opening {
  tool: ListedTool;
  tools: ListedTool[];
  session: McpSession;
  result: NonNullable<Result>;
  timeoutMs: number | undefined;
}

/** Calls that the host refuses to a widget; every other call is recorded where it is made. */
const REFUSALS = new Set(['TOOL_NOT_FOUND', 'NOT_APPROVED', 'TOOL_CALL_LIMIT']);
const ofWidget = ({ id }: TranscriptToolCall) => ({ origin: 'widget' as const, widgetOf: id });
