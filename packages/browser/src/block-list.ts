import type { BlockedRequest } from './isolated-context.ts';

/** The first blocked requests of a context are kept, all are counted. */
const MAX_BLOCKED = 100;
const MAX_URL_CHARS = 500;

/** The requests of a context that were not made. */
export class BlockList {
  readonly first: BlockedRequest[] = [];
  count = 0;

  add(url: URL | string, reason: string): void {
    this.count += 1;
    if (this.first.length < MAX_BLOCKED) this.first.push({ url: shownUrl(url), reason });
  }
}

/** A URL without credentials, query and fragment; a URL that is not of the web is its scheme alone. */
export function shownUrl(given: URL | string): string {
  const url = URL.parse(String(given));
  if (!url) return '';
  const text = url.host === '' ? url.protocol : `${url.protocol}//${url.host}${url.pathname}`;
  return text.length > MAX_URL_CHARS ? `${text.slice(0, MAX_URL_CHARS)}…` : text;
}
