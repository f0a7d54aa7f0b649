import type { ContextEnd, BlockedRequest, Browsers, IsolatedContext } from '@assay/browser/isolated-context';
import { type SnapshotOptions, takeSnapshot } from '@assay/browser/snapshot';
import type { PageSnapshot } from '@assay/contract/areas/browsers/snapshot';
import type { Rendering } from '@assay/contract/areas/transcripts/documents';
import { Problem } from '@assay/contract/problem';
import type { McpSession } from '@assay/mcp/session';
import { unlessAborted } from '@assay/work/runner/unless-aborted';
import type { Frame, Page } from 'playwright-core';
import { withAppsSdk } from './apps-sdk-page.ts';
import { type HostWishes, MAX_FRAME_HEIGHT, pageSettingsOf, type WidgetHost, widgetHostOf } from './host-context.ts';
import { isSingleColour, resizeFrame, waitForQuiet, hasContent } from './page-state.ts';
import { type PageFaults, watchFaults } from './page-faults.ts';
import { openBridge, type WidgetBridge, type WidgetCall, type WidgetListener } from './widget-bridge.ts';
import { DELIVER, HOST_ORIGIN, MAX_MESSAGES, RECEIVE, WIDGET_ORIGIN, widgetPages } from './widget-pages.ts';
import { allowedHosts } from './widget-policy.ts';
import { readWidget, UnusableResource, type WidgetResource, widgetUriOf } from './widget-resource.ts';
import { type ImageOptions, type PageImage, takeScreenshot } from './widget-screenshot.ts';

type WidgetStatus = Rendering['status'];

export interface WidgetOptions extends WidgetListener, HostWishes {
  /** The browser of this runner; absent where it has none. */
  browsers: Browsers | undefined;
  /** The organization whose share of the network the page uses. */
  share: string;
  call: WidgetCall;
  /** Tools that the server lists: the widget may call those among them that are for widgets. */
  tools: readonly (Record<string, unknown> & { name: string })[];
  /** Reads the resource, and makes the calls of the widget. */
  session: Pick<McpSession, 'callTool' | 'readResource'>;
  /** Until the widget shows its result; 10,000 when absent. */
  timeoutMs?: number;
  /** Ends the opening, with its reason. A widget that is open is ended by `close`. */
  signal: AbortSignal;
}

/** Milliseconds that the parts of opening a widget took. */
interface WidgetTimings {
  resourceMs?: number;
  /** Until the document of the widget was read. */
  mountMs?: number;
  /** From then until the widget said that it is ready. */
  bridgeMs?: number;
  /** From the beginning until the result was shown. */
  totalMs?: number;
}

/** The widget of one tool call, as a host shows it. */
export interface Widget {
  /** Becomes `render_error` when an open widget crashes or leaves its page. */
  readonly status: WidgetStatus;
  /** Why it is not rendered. */
  readonly reason: string | undefined;
  readonly resourceUri: string | undefined;
  readonly bridgeInitialized: boolean;
  /** Permissions that its resource asks for; none is granted. */
  readonly permissions: readonly string[];
  /** The page of the host and the frame of the widget, for acts; absent where nothing was mounted. */
  readonly page: Page | undefined;
  readonly frame: Frame | undefined;
  /** The first 50. */
  readonly consoleErrors: readonly string[];
  readonly consoleErrorCount: number;
  /** The first 100 requests that the page was not allowed to make. */
  readonly blocked: readonly BlockedRequest[];
  readonly blockedCount: number;
  readonly timings: Readonly<WidgetTimings>;
  /** Waits until the page has not changed for a moment, at most a second. */
  settle(): Promise<void>;
  /** The accessibility tree of the widget; undefined when the page does not answer. */
  snapshot(options?: SnapshotOptions): Promise<PageSnapshot | undefined>;
  /** An image of the widget; undefined when none can be taken. */
  screenshot(options?: ImageOptions): Promise<PageImage | undefined>;
  /** Tells the widget, and closes its page. Never throws. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;
/** A widget that has thrown an exception has this time left to become ready. */
const AFTER_ERROR_MS = 1_000;
/** A widget that shows nothing yet may do so within this time. */
const EMPTY_MS = 2_000;
/** For one look at a page that is open; what playwright still waits for then ends a little later. */
const LOOK_MS = 5_000;
const PLAYWRIGHT_MS = 5_500;
const TEARDOWN_MS = 500;
const MAX_FRAMES = 100;

/** A reason not to go on with opening, with its status. */
class NotRendered extends Error {
  readonly status: WidgetStatus;
  constructor(status: WidgetStatus, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Shows the result of a tool call as the host of a client does: reads the resource that the tool names, mounts it in a
 * sandbox in a context of its own, and speaks MCP Apps with it. Every fault of the widget ends as a status.
 * @throws the reason of `signal`.
 */
export async function openWidget(options: WidgetOptions): Promise<Widget> {
  const widget = new MountedWidget(options);
  await widget.open();
  return widget;
}

class MountedWidget implements Widget {
  readonly #options: WidgetOptions;
  readonly #host: WidgetHost;
  /** Without the time that the runner's browser needed to start or to have a free place. */
  #startedAt = performance.now();
  readonly #closing = new AbortController();
  readonly #timeoutMs: number;
  readonly #over = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  readonly #signal: AbortSignal;
  #status: WidgetStatus = 'rendered';
  #reason: string | undefined;
  #resource: WidgetResource | undefined;
  #isolated: IsolatedContext | undefined;
  #faults: PageFaults | undefined;
  #bridge: WidgetBridge | undefined;
  #closed: Promise<void> | undefined;
  #hangs = false;
  /** Rejects when the page has to be closed. */
  readonly #stopped = Promise.withResolvers<never>();
  #size: { width: number; height: number };
  bridgeInitialized = false;
  resourceUri: string | undefined;
  page: Page | undefined;
  frame: Frame | undefined;
  readonly timings: WidgetTimings = {};

  constructor(options: WidgetOptions) {
    this.#options = options;
    this.#host = widgetHostOf(options);
    this.#size = { ...this.#host.viewport };
    this.#stopped.promise.catch(() => undefined);
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#runClock();
    this.#signal = AbortSignal.any([options.signal, this.#over.signal]);
  }

  get status(): WidgetStatus {
    return this.#status;
  }
  get reason(): string | undefined {
    return this.#reason;
  }
  get permissions(): readonly string[] {
    return this.#resource?.policy.permissions ?? [];
  }
  get consoleErrors(): readonly string[] {
    return this.#faults?.errors ?? [];
  }
  get consoleErrorCount(): number {
    return this.#faults?.errorCount ?? 0;
  }
  get blocked(): readonly BlockedRequest[] {
    return [...(this.#faults?.blocked ?? []), ...(this.#isolated?.blocked ?? [])].slice(0, 100);
  }
  get blockedCount(): number {
    return (this.#faults?.blockedCount ?? 0) + (this.#isolated?.blockedCount ?? 0);
  }

  async open(): Promise<void> {
    try {
      await this.#read();
      await this.#mount();
      await this.#connect();
      await this.#show();
    } catch (error) {
      if (this.#options.signal.aborted) {
        await this.close();
        throw this.#options.signal.reason;
      }
      if (!(error instanceof NotRendered)) throw error;
      this.#fail(error.status, error.message);
    }
  }

  async settle(): Promise<void> {
    const { frame } = this;
    if (frame) await this.#look(() => waitForQuiet(frame));
  }

  snapshot(options?: SnapshotOptions): Promise<PageSnapshot | undefined> {
    const { frame } = this;
    return this.#look(frame && (() => takeSnapshot(frame.locator(':root'), { timeoutMs: PLAYWRIGHT_MS, ...options })));
  }

  screenshot(options?: ImageOptions): Promise<PageImage | undefined> {
    const { page } = this;
    return this.#look(page && (() => takeScreenshot(page, this.#size, PLAYWRIGHT_MS, options)));
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    if (this.bridgeInitialized && this.#status === 'rendered')
      await this.#bridge?.teardown(TEARDOWN_MS).catch(() => undefined);
    clearTimeout(this.#timer);
    this.#closing.abort(new Error('The widget was closed.'));
    await this.#isolated?.[Symbol.asyncDispose]();
  }

  async #read(): Promise<void> {
    const { call, session } = this.#options;
    const { style } = this.#host;
    if (style.bridges.length === 0) throw new NotRendered('no_ui_resource', `The host ${style.name} shows no widgets.`);
    this.resourceUri = widgetUriOf(call.tool, style);
    if (this.resourceUri === undefined)
      throw new NotRendered(
        'no_ui_resource',
        `The tool "${call.tool.name}" names no resource that the host ${style.name} shows.`,
      );
    try {
      this.#resource = await readWidget(session, this.resourceUri, style, this.#signal);
    } catch (error) {
      if (error instanceof UnusableResource) throw new NotRendered('resource_read_failed', error.message);
      throw this.#late(error, 'resource_read_failed', 'The server did not send the resource in time.');
    }
    this.timings.resourceMs = this.#elapsed();
  }

  async #mount(): Promise<void> {
    const { browsers, share, call } = this.#options;
    const { viewport, context } = this.#host;
    const { html, policy, bridge } = this.#resource!;
    if (!browsers) throw new NotRendered('browser_unavailable', 'This runner has no browser.');
    const content = bridge === 'apps-sdk' ? withAppsSdk(html, call, context) : html;
    try {
      const settings = {
        share,
        allowedHosts: allowedHosts(policy),
        served: widgetPages(content, policy, viewport.height),
        viewport,
        ...pageSettingsOf(context),
      };
      this.#isolated = await this.#besidesTheClock((signal) => browsers.open(settings, signal));
    } catch (error) {
      if (this.#options.signal.aborted) throw this.#options.signal.reason;
      const message = error instanceof Problem ? error.message : 'The browser had no free place in time.';
      throw new NotRendered('browser_unavailable', message);
    }
    const begun = this.#elapsed();
    try {
      await this.#unlessLost(this.#navigate());
    } catch (error) {
      throw this.#late(error, 'mount_failed', 'The page of the widget was not loaded in time.');
    }
    this.timings.mountMs = this.#elapsed() - begun;
    for (const domain of policy.refused)
      this.#faults?.add(`The resource declares "${domain}", which is not an origin.`);
  }

  async #navigate(): Promise<void> {
    const { context } = this.#isolated!;
    // Before there is a page: one that closes while it gets a function makes playwright throw outside of any call.
    this.#faults = await watchFaults(context, () => this.#stop('The widget does not stop reporting errors.'));
    await context.exposeBinding(RECEIVE, ({ frame }, texts: string[]) => {
      // Only the page of the host has a say: the function exists in every frame.
      if (frame === this.page?.mainFrame()) for (const text of texts) this.#receive(text);
    });
    const page = (this.page = await context.newPage());
    page.setDefaultTimeout(PLAYWRIGHT_MS);
    let frames = 0;
    page.on('frameattached', () => {
      if (++frames > MAX_FRAMES) this.#stop(`The widget opened more than ${MAX_FRAMES} frames.`);
    });
    void this.#isolated!.ended.then((end) => {
      const { status, message } = this.#lossOf(end);
      this.#fail(status, message);
    });
    const mounted = Promise.withResolvers<Frame>();
    page.on('framenavigated', (frame) => {
      if (frame.parentFrame() !== page.mainFrame()) return;
      if (!frame.url().startsWith(`${WIDGET_ORIGIN}/`)) this.#fail('render_error', LEFT);
      else mounted.resolve(frame);
    });
    await this.#openBridge();
    await page.goto(`${HOST_ORIGIN}/`, { waitUntil: 'commit', timeout: 0 });
    this.frame = await mounted.promise;
  }

  async #openBridge(): Promise<void> {
    const { page } = this;
    this.#bridge = await openBridge({
      ...this.#options,
      host: this.#host,
      resource: this.#resource!,
      signal: this.#closing.signal,
      send: async (text) => {
        // A widget that is gone is told nothing.
        await page!.evaluate(`${DELIVER}(${JSON.stringify(text)})`).catch(() => undefined);
      },
      onSize: ({ width, height }) => this.#resize({ width, height }),
      onDisplayMode: (mode) => this.#resize(mode === 'fullscreen' ? this.#host.viewport : {}),
      onTeardown: () => void this.close(),
      onFault: (text) => this.#faults?.add(text),
    });
  }

  #receive(text: string): void {
    if (text === '')
      this.#faults?.add(`The widget sent more than ${MAX_MESSAGES} messages, so the host stopped listening.`);
    else this.#bridge?.receive(text);
  }

  async #connect(): Promise<void> {
    const begun = this.#elapsed();
    const bridge = this.#bridge!;
    const initialized = bridge.initialized.then(() => true as const);
    const thrown = this.#faults!.thrown.then((error) => error);
    try {
      const first = await this.#unlessLost(Promise.race([initialized, thrown]));
      if (first !== true) {
        const isReady = await this.#unlessLost(Promise.race([initialized, pause(AFTER_ERROR_MS)]));
        if (isReady !== true) throw new NotRendered('render_error', first);
      }
    } catch (error) {
      throw this.#late(error, 'bridge_timeout', 'The widget did not become ready in time.');
    }
    this.bridgeInitialized = true;
    this.timings.bridgeMs = this.#elapsed() - begun;
  }

  async #show(): Promise<void> {
    const frame = this.frame!;
    let isBlank = false;
    try {
      await this.#unlessLost(this.#bridge!.tell());
      const deadline = this.#elapsed() + EMPTY_MS;
      await this.#unlessLost(waitForQuiet(frame));
      this.timings.totalMs = this.#elapsed();
      while (!(await this.#unlessLost(hasContent(frame)))) {
        isBlank = await this.#isBlank();
        if (!isBlank) break;
        if (this.#elapsed() > deadline) throw this.#blank();
        await this.#unlessLost(waitForQuiet(frame));
        this.timings.totalMs = this.#elapsed();
      }
    } catch (error) {
      const late = this.#late(error, 'render_error', 'The page of the widget does not answer.');
      throw isBlank && this.#over.signal.aborted ? this.#blank() : late;
    }
  }

  /** A page that shows nothing says in its console why, or not. */
  #blank(): NotRendered {
    const [error] = this.consoleErrors;
    return error === undefined
      ? new NotRendered('blank_screenshot', 'The widget shows nothing.')
      : new NotRendered('render_error', error);
  }

  async #isBlank(): Promise<boolean> {
    const image = await this.screenshot();
    if (!image) throw new NotRendered('screenshot_failed', 'No image could be taken of the widget.');
    return this.#unlessLost(isSingleColour(this.page!, image));
  }

  #resize({ width, height }: { width?: number | undefined; height?: number | undefined }): void {
    const size = {
      width: Math.min(width && width > 0 ? width : this.#size.width, this.#host.viewport.width),
      height: Math.min(height && height > 0 ? height : this.#size.height, MAX_FRAME_HEIGHT),
    };
    if (size.width === this.#size.width && size.height === this.#size.height) return;
    this.#size = { width: this.#size.width, height: size.height };
    void resizeFrame(this.page!, size.height).catch(() => undefined);
  }

  /** Begins or resumes the time that the widget has left. */
  #runClock(): void {
    const left = Math.max(1, this.#timeoutMs - this.#elapsed());
    this.#timer = setTimeout(() => this.#over.abort(), left).unref();
  }

  /** Waits for something that is no part of the widget: its clock stands still. */
  async #besidesTheClock<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    clearTimeout(this.#timer);
    const stoodAt = performance.now();
    try {
      return await work(AbortSignal.any([this.#options.signal, AbortSignal.timeout(this.#timeoutMs)]));
    } finally {
      this.#startedAt += performance.now() - stoodAt;
      this.#runClock();
    }
  }

  /** How a page was lost. A browser that is gone says nothing about the widget, other than a page that had to end. */
  #lossOf(end: ContextEnd): NotRendered {
    const isConnected = this.#isolated?.context.browser()?.isConnected() ?? true;
    if (end === 'stopped') return new NotRendered('browser_unavailable', LOST.stopped);
    if (!isConnected) return new NotRendered('browser_unavailable', 'The browser of the runner crashed.');
    return new NotRendered('render_error', LOST[end]);
  }

  /** Waits, unless the opening is over or the page is lost. */
  async #unlessLost<T>(work: Promise<T>): Promise<T> {
    const lost = this.#isolated!.ended.then((end) => {
      throw this.#lossOf(end);
    });
    return unlessAborted(Promise.race([work, lost, this.#stopped.promise]), this.#signal);
  }

  /** The error to throw for another one: for the end of the time, the status of the part that took too long. */
  #late(error: unknown, status: WidgetStatus, message: string): unknown {
    if (error instanceof NotRendered) return error;
    if (this.#options.signal.aborted) return this.#options.signal.reason;
    if (this.#over.signal.aborted) return new NotRendered(status, message);
    if (!(error instanceof Error)) return error;
    // The words of playwright about a page that its widget has spoilt.
    if (/context was destroyed|frame (was|got) detached/i.test(error.message))
      return new NotRendered('render_error', LEFT);
    return new NotRendered(status, firstLine(error));
  }

  /** The first failure is what matters: later ones follow from it. */
  #fail(status: WidgetStatus, reason: string): void {
    if (this.#closed || this.#status !== 'rendered') return;
    this.#status = status;
    this.#reason = reason.slice(0, 1_000).toWellFormed();
  }

  /** Ends a page that would use up the runner: it is closed at once. */
  #stop(reason: string): void {
    this.#fail('render_error', reason);
    this.#stopped.reject(new NotRendered('render_error', reason));
    void this.close();
  }

  /** A look at a page that may hang: undefined when it does not answer; then there is no second look. */
  async #look<T>(work: (() => Promise<T>) | undefined): Promise<T | undefined> {
    if (!work || this.#closed || this.#hangs) return undefined;
    const seen = work().catch(() => undefined);
    const result = await Promise.race([seen, pause(LOOK_MS), this.#isolated!.ended.then(() => LATE)]);
    this.#hangs = result === LATE;
    return result === LATE ? undefined : (result as T | undefined);
  }

  #elapsed(): number {
    return performance.now() - this.#startedAt;
  }
}

const LEFT = 'The widget left its page.';
const LATE = Symbol('late');
const pause = (ms: number): Promise<typeof LATE> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(LATE), ms).unref();
  });
const LOST: Record<ContextEnd, string> = {
  crashed: 'The page crashed.',
  memory: 'The page used more memory than the runner gives it.',
  cpu: 'The page kept a processor busy for too long.',
  frames: 'The page opened too many frames.',
  stopped: 'The browser of the runner stopped.',
};
const firstLine = ({ message }: Error) => message.split('\n', 1)[0]!;
