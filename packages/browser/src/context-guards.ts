import type { BrowserContext, Page } from 'playwright-core';
import type { BlockList } from './block-list.ts';
import type { ContextEnd } from './isolated-context.ts';
import { isPageUrl } from './page-url.ts';

/** Pages of a context at a time: what a page opens beyond is closed. */
const MAX_PAGES = 10;
/** Frames of a page at a time. */
const MAX_FRAMES = 200;

/**
 * All contexts of a Chromium have one clipboard, so none may write to it or read it: these events come before both. The
 * listeners are there before the scripts of a page, which therefore cannot hinder them.
 */
const NO_CLIPBOARD = `for (const type of ['copy', 'cut', 'paste'])
  addEventListener(type, (event) => { event.preventDefault(); event.stopImmediatePropagation(); }, true);`;

/** Closes the clipboard to the pages of a context. */
export const closeClipboard = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(NO_CLIPBOARD);
};

/** Closes what no page of a context may open, and ends the context of a page that opens too many frames. */
export function guardPages(context: BrowserContext, blocked: BlockList, end: (reason: ContextEnd) => void): void {
  const guard = (page: Page) => {
    if (context.pages().length > MAX_PAGES) {
      blocked.add(page.url(), 'popups');
      page.close().catch(() => {});
      return;
    }
    let frames = 1;
    page.on('frameattached', () => {
      frames += 1;
      if (frames > MAX_FRAMES) end('frames');
    });
    page.on('framedetached', () => (frames -= 1));
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame() || isPageUrl(frame.url())) return;
      blocked.add(frame.url(), 'scheme');
      // Chromium does not always close a page whose navigation has just been committed.
      page.goto('about:blank').catch(() => {});
      page.close().catch(() => {});
    });
    page.on('download', (download) => {
      blocked.add(download.url(), 'download');
      download.cancel().catch(() => {});
    });
  };
  context.on('page', guard);
}
