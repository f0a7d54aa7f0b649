import type { CDPSession, Dialog, Page, Request } from 'playwright-core';
import type { BrowserTab as TabDocument } from '@assay/contract/areas/browsers/browser-work';
import { clipText } from '../../domain/turns/tool-text.ts';

/** At most this much of a text of a page is kept: an address, a title and the words of a dialog, in characters. */
const [MAX_URL, MAX_TITLE, MAX_WORDS] = [2_000, 300, 2_000];
/** The wait for the title of a page that may be busy, in milliseconds. */
const TITLE_MS = 1_000;
/** The dialogs of a tab that are remembered. */
const MAX_DIALOGS = 20;

/** A dialog of a page, open or answered. */
interface PageDialog {
  type: string;
  message: string;
  atMs: number;
  answer?: 'accepted' | 'dismissed';
}

/** One tab of a live browser. */
export class BrowserTab {
  readonly id: string;
  readonly page: Page;
  /** The newest dialogs, the oldest first. */
  readonly dialogs: PageDialog[] = [];
  #open: { dialog: Dialog; told: PageDialog } | undefined;
  #opened = Promise.withResolvers<void>();
  #title = '';
  #titleUrl = '';
  #cdp: Promise<CDPSession> | undefined;
  readonly #requestIds = new WeakMap<Request, string>();
  #requests = 0;

  constructor(id: string, page: Page) {
    this.id = id;
    this.page = page;
    page.on('dialog', (dialog) => this.#dialogOpened(dialog));
  }

  get url(): string {
    return this.page.url().slice(0, MAX_URL);
  }

  get openDialog(): PageDialog | undefined {
    return this.#open?.told;
  }

  /** Resolves when a dialog is open: until it is answered, the page answers nothing. */
  get dialogOpened(): Promise<void> {
    return this.#opened.promise;
  }

  async answerDialog(isAccepted: boolean, text?: string): Promise<void> {
    const open = this.#open;
    if (!open) return;
    this.#open = undefined;
    this.#opened = Promise.withResolvers();
    open.told.answer = isAccepted ? 'accepted' : 'dismissed';
    await (isAccepted ? open.dialog.accept(text) : open.dialog.dismiss());
  }

  /** The title of the page; the last known one while the page is busy. */
  async title(): Promise<string> {
    const { url } = this;
    if (!this.#open) {
      const late = Promise.withResolvers<undefined>();
      const timer = setTimeout(() => late.resolve(undefined), TITLE_MS);
      const title = await Promise.race([this.page.title().catch(() => undefined), late.promise, this.dialogOpened]);
      clearTimeout(timer);
      if (typeof title === 'string') [this.#title, this.#titleUrl] = [title.slice(0, MAX_TITLE), url];
    }
    return this.#titleUrl === url ? this.#title : '';
  }

  /** The tab as replies show it. The title of a tab in the background is read once for each of its addresses. */
  async document(isActive: boolean): Promise<TabDocument> {
    const { id: tabId, url } = this;
    const title = isActive || this.#titleUrl !== url ? await this.title() : this.#title;
    return { tabId, url, title, active: isActive };
  }

  /** A session of Chrome's own protocol with the page. */
  cdp(): Promise<CDPSession> {
    return (this.#cdp ??= this.page.context().newCDPSession(this.page));
  }

  /** Names a request of the page, the same way for as long as the page knows it. */
  requestId(request: Request): string {
    const known = this.#requestIds.get(request) ?? `r${++this.#requests}`;
    this.#requestIds.set(request, known);
    return known;
  }

  #dialogOpened(dialog: Dialog): void {
    const told = { type: dialog.type(), message: clipText(dialog.message(), MAX_WORDS), atMs: Date.now() };
    this.#open = { dialog, told };
    this.dialogs.push(told);
    if (this.dialogs.length > MAX_DIALOGS) this.dialogs.shift();
    this.#opened.resolve();
  }
}
