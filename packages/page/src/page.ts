const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an HTML element or a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => ENTITIES[mark]!);

/** A complete HTML page for a person; it loads nothing and runs no script. `below` and `head` are HTML. */
export function htmlPage(title: string, paragraphs: string[], { below = '', head = '' } = {}): string {
  const body = [`<h1>${escapeHtml(title)}</h1>`, ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`), below];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · Assay</title>${head}<style>${STYLE}</style></head><body><main>${body.join('')}</main></body></html>`;
}

const STYLE = [
  'body{font:16px/1.5 system-ui,sans-serif;margin:0;background:#f4f5f7;color:#1c2330}',
  'main{max-width:34rem;margin:12vh auto;padding:2rem;background:#fff;border-radius:12px;box-shadow:0 1px 4px #0002;overflow-wrap:anywhere}h1{font-size:1.35rem;margin-top:0}',
  '.go{display:inline-block;border:0;font:inherit;cursor:pointer;padding:.6rem 1rem;border-radius:8px;background:#1f5fd6;color:#fff;text-decoration:none}',
  '.other{background:#fff;color:#1c2330;box-shadow:inset 0 0 0 1px #6b7689}',
  'label,fieldset{display:block;margin:0 0 1rem}input,select{display:block;width:100%;box-sizing:border-box;font:inherit;padding:.5rem;border:1px solid #6b7689;border-radius:8px}input[type=checkbox]{display:inline;width:auto;margin:0 .5rem 0 0}.wrong{color:#a3171f}',
].join('');
