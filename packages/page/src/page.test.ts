import { escapeHtml, htmlPage } from './page.ts';

test('foreign text is escaped in an element and in an attribute', () => {
  expect(escapeHtml(`<b a="x" c='y'>&amp;`)).toBe('&lt;b a=&quot;x&quot; c=&#39;y&#39;&gt;&amp;amp;');
  const html = htmlPage('<script>alert(1)</script>', ['</p><img src=x onerror=alert(1)>']);
  expect(html).not.toMatch(/<script|<img/);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; · Assay</title>');
});

test('a page loads nothing', () => {
  expect(htmlPage('Title', ['Text'])).not.toMatch(/src=|href=|url\(|@import/);
});
