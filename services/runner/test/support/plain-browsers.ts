import type { Browsers } from '@assay/browser/isolated-context';
import { chromium } from 'playwright-core';

/** One Chromium without a proxy: only served pages answer. */
export async function plainBrowsers(executablePath: string): Promise<Browsers> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  return {
    async open({ served = {}, viewport, locale, colorScheme }) {
      const context = await browser.newContext({
        ...(viewport && { viewport }),
        ...(locale && { locale }),
        ...(colorScheme && { colorScheme }),
      });
      await context.route('**/*', (route) => {
        const { origin, pathname } = new URL(route.request().url());
        const page = served[origin]?.(pathname);
        return page ? route.fulfill(page) : route.abort('blockedbyclient');
      });
      return {
        context,
        blocked: [],
        blockedCount: 0,
        ended: new Promise(() => {}),
        [Symbol.asyncDispose]: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}
