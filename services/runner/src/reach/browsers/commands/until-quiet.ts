import type { Frame, Request } from 'playwright-core';
import type { BrowserTab } from '../browser-tab.ts';

/** The requests that change what a page shows. */
const WATCHED = new Set(['document', 'xhr', 'fetch']);
/** The longest wait for the requests of a page, for a page that it opens, and for it to draw, in milliseconds. */
const [REQUESTS_MS, LOAD_MS, DRAW_MS] = [1_500, 4_000, 300];

/** Watches what an act begins in a page, from before the act. */
export function untilQuiet({ page }: BrowserTab): { wait(): Promise<void>; stop(): void } {
  const underWay = new Set<Request>();
  let hasNavigated = false;
  let quiet = Promise.withResolvers<void>();
  const begun = (request: Request) => {
    if (WATCHED.has(request.resourceType())) underWay.add(request);
  };
  const ended = (request: Request) => {
    underWay.delete(request);
    if (underWay.size === 0) quiet.resolve();
  };
  const navigated = (frame: Frame) => {
    hasNavigated ||= frame === page.mainFrame();
  };
  page.on('request', begun).on('requestfinished', ended).on('requestfailed', ended).on('framenavigated', navigated);
  return {
    wait: async () => {
      await withinTime(drawn(page), DRAW_MS);
      const isBusy = underWay.size > 0;
      if (isBusy) {
        quiet = Promise.withResolvers();
        await withinTime(quiet.promise, REQUESTS_MS);
      }
      if (hasNavigated) await page.waitForLoadState('load', { timeout: LOAD_MS }).catch(() => undefined);
      if (isBusy || hasNavigated) await withinTime(drawn(page), DRAW_MS);
    },
    stop: () => {
      page.off('request', begun).off('requestfinished', ended).off('requestfailed', ended);
      page.off('framenavigated', navigated);
    },
  };
}

/** Resolves when the page has drawn once more, or left. */
const drawn = (page: BrowserTab['page']): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))').catch(() => undefined);

async function withinTime(work: Promise<unknown>, ms: number): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([work, late.promise]);
  clearTimeout(timer);
}
