import type { BrowserContext } from 'playwright-core';
import type { ServedPages } from './isolated-context.ts';

/** Answers the requests to some origins from memory; a page that is not there is a 404. */
export async function servePages(context: BrowserContext, served: ServedPages): Promise<void> {
  await context.route(
    (url) => Object.hasOwn(served, url.origin),
    async (route) => {
      const url = new URL(route.request().url());
      const page = served[url.origin]!(url.pathname);
      // The page may have gone meanwhile.
      await route
        .fulfill(
          page
            ? { contentType: page.contentType, body: page.body, headers: { ...page.headers } }
            : { status: 404, contentType: 'text/plain', body: 'There is no such page.' },
        )
        .catch(() => {});
    },
  );
}
