/** Addresses of pages: of the web, and the empty and failed pages that Chromium makes itself. */
const SCHEMES = new Set(['http:', 'https:', 'about:', 'blob:', 'chrome-error:', '']);

/** Whether a page may be opened at an address; `file:`, `chrome:`, `view-source:` and `data:` are refused. */
export const isPageUrl = (url: string): boolean =>
  SCHEMES.has(url === '' ? '' : (URL.parse(url)?.protocol ?? 'invalid:'));
