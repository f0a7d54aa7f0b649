import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PAGE_TOKENS } from './page-style.ts';
import { escapeHtml, htmlPage } from './page.ts';

test('foreign text is escaped in an element and in an attribute', () => {
  expect(escapeHtml(`<b a="x" c='y'>&amp;`)).toBe('&lt;b a=&quot;x&quot; c=&#39;y&#39;&gt;&amp;amp;');
  const html = htmlPage('<script>alert(1)</script>', ['</p><img src=x onerror=alert(1)>']);
  expect(html).not.toMatch(/<script|<img/);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; · Assay</title>');
});

test('a page loads its fonts from our own origin and nothing else', () => {
  const html = htmlPage('Title', ['Text']);
  expect(html).not.toMatch(/src=|href=|@import|<script/);
  expect([...html.matchAll(/url\("([^"]*)"\)/g)].map(([, url]) => url)).toEqual([
    'page-fonts/sans.woff2',
    'page-fonts/mono.woff2',
  ]);
});

test('the colours of a page are the tokens of the console, in both themes', async () => {
  const css = await readFile(join(import.meta.dirname, '../../../services/console/src/styles/tokens.css'), 'utf8');
  const [light, dark] = css.split(/^\[data-theme=.dark.\] \{/m);
  for (const [part, tokens] of [
    [light!, PAGE_TOKENS.light],
    [dark!, PAGE_TOKENS.dark],
  ] as const)
    for (const [name, value] of Object.entries(tokens))
      expect([name, part]).toEqual([name, expect.stringContaining(`--${name}: ${value};`)]);
});
