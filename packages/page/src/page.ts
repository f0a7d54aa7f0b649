import { PAGE_STYLE } from './page-style.ts';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an HTML element or a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => ENTITIES[mark]!);

/** The mark of the product, a touchstone with the streak of a metal. */
const PRODUCT =
  '<p class="product"><svg width="24" height="24" viewBox="0 0 20 20" aria-hidden="true"><path d="M3.2 6.4 8.3 2.2a2.7 2.7 0 0 1 3.4 0l5.1 4.2a2.7 2.7 0 0 1 .9 2.7l-1.5 6.3a2.7 2.7 0 0 1-2.6 2.1H6.4a2.7 2.7 0 0 1-2.6-2.1L2.3 9.1a2.7 2.7 0 0 1 .9-2.7z" fill="var(--ink)"/><path d="M5.8 13.3 13.9 6.6" stroke="var(--brand)" stroke-width="2" stroke-linecap="round"/></svg>Assay</p>';

/**
 * A complete HTML page for a person, in the type and the colours of the console; it loads its fonts alone and runs no
 * script. `below` and `head` are HTML.
 */
export function htmlPage(title: string, paragraphs: string[], { below = '', head = '' } = {}): string {
  const body = [`<h1>${escapeHtml(title)}</h1>`, ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`), below];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · Assay</title>${head}<style>${PAGE_STYLE}</style></head><body><main>${PRODUCT}${body.join('')}</main></body></html>`;
}
