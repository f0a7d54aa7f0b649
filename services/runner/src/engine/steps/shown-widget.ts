import { setTimeout as pause } from 'node:timers/promises';
import type { PageSnapshot } from '@assay/contract/areas/browsers/snapshot';
import type { Rendering, TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import type { Frame, Page } from 'playwright-core';
import type { Widget } from '../../reach/widgets/widget-host.ts';

/** How long a step waits for the calls that a widget has under way, in milliseconds. */
const CALLS_MS = 5_000;
const MAX_LINKS = 20;
const NOT_SHOWN = 'The iteration ended, or had shown as many widgets as it may.';

/** The widget of one tool call in an iteration. */
export class ShownWidget {
  readonly call: TranscriptToolCall;
  /** As its page was when it was rendered, or after the latest act. */
  snapshot: PageSnapshot | undefined;
  #widget: Widget | undefined;
  /** Its status when it was opened: a page that breaks later was rendered before. */
  #status: Rendering['status'] = 'browser_unavailable';
  /** Why there is none, while there is none. */
  #missing = NOT_SHOWN;
  #first: Partial<Pick<Rendering, 'snapshot' | 'screenshot'>> = {};
  #isClosed = false;
  readonly #links: string[] = [];
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(call: TranscriptToolCall) {
    this.call = call;
  }

  /** The opened widget. */
  get widget(): Widget {
    return this.#widget!;
  }
  set widget(widget: Widget) {
    this.#widget = widget;
    this.#status = widget.status;
  }

  /** Says that nothing is known of a widget of the tool. */
  lacks(reason: string): void {
    this.#status = 'no_ui_resource';
    this.#missing = reason;
  }

  get page(): Page {
    return this.widget.page!;
  }
  get frame(): Frame {
    return this.widget.frame!;
  }

  get isOpen(): boolean {
    return this.#widget !== undefined && !this.#isClosed;
  }

  /** Why nothing can be done with it, and whether this says nothing about the server; undefined while it is fine. */
  get fault(): { reason: string; isUnwatched: boolean } | undefined {
    if (!this.#widget) return { reason: this.#missing, isUnwatched: this.#status === 'browser_unavailable' };
    if (this.#isClosed) return { reason: 'It was closed, because newer ones were opened.', isUnwatched: true };
    const { status, reason } = this.#widget;
    if (status === 'rendered') return undefined;
    return { reason: reason ?? status, isUnwatched: status === 'browser_unavailable' };
  }

  /** Keeps what was seen when it was rendered. */
  keep(first: Partial<Pick<Rendering, 'snapshot' | 'screenshot'>>): void {
    this.#first = first;
  }

  link(url: string): void {
    if (this.#links.length < MAX_LINKS) this.#links.push(url);
  }

  /** A call of the widget that is under way. */
  async during<T>(call: Promise<T>): Promise<T> {
    this.#underWay.add(call);
    try {
      return await call;
    } finally {
      this.#underWay.delete(call);
    }
  }

  /** Waits until its page is quiet, and the calls that it has made are answered. */
  async settle(): Promise<void> {
    await this.widget.settle();
    if (this.#underWay.size === 0) return;
    const over = new AbortController();
    await Promise.race([
      Promise.allSettled(this.#underWay),
      pause(CALLS_MS, undefined, { signal: over.signal }).catch(() => undefined),
    ]);
    over.abort();
    await this.widget.settle();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#widget?.close();
  }

  /** The record of it for the transcript, as of now. */
  rendering(): Rendering {
    const { toolName, stepIndex, id: toolCallId } = this.call;
    const place = { toolName, stepIndex, toolCallId, status: this.#status };
    if (!this.#widget) return { ...place, reason: this.#missing };
    const { reason, resourceUri, consoleErrors, consoleErrorCount, blocked, blockedCount, timings } = this.#widget;
    const { totalMs } = timings;
    return {
      ...place,
      ...given({ reason }),
      ...(totalMs !== undefined && { latencyMs: rounded(totalMs) }),
      consoleErrors: [...consoleErrors],
      consoleErrorCount,
      ...given({ resourceUri }),
      ...(blockedCount > 0 && { blockedRequests: [...blocked], blockedRequestCount: blockedCount }),
      timings: Object.fromEntries(Object.entries<number>({ ...timings }).map(([part, ms]) => [part, rounded(ms)])),
      ...(this.#links.length > 0 && { links: this.#links }),
      ...this.#first,
    };
  }
}

const rounded = (ms: number): number => Math.round(ms * 1_000) / 1_000;
