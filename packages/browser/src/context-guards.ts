import type { BrowserContext, Page } from 'playwright-core';
import type { BlockList } from './block-list.ts';
import type { ContextEnd } from './isolated-context.ts';
import { isPageUrl } from './page-url.ts';

/** Pages of a context at a time: what a page opens beyond is closed. */
const MAX_PAGES = 10;
/** Frames of a page at a time. */
const MAX_FRAMES = 200;

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
      page.close().catch(() => {});
    });
    page.on('download', (download) => {
      blocked.add(download.url(), 'download');
      download.cancel().catch(() => {});
    });
  };
  context.on('page', guard);
}
