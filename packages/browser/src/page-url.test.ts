import { isPageUrl } from './page-url.ts';

test.each([
  ['http://a.test/', true],
  ['https://a.test/', true],
  ['about:blank', true],
  ['blob:http://a.test/1', true],
  ['', true],
  ['file:///etc/passwd', false],
  ['chrome://version', false],
  ['view-source:http://a.test/', false],
  ['data:text/html,x', false],
  ['javascript:alert(1)', false],
  ['devtools://devtools', false],
  ['no url', false],
])('%s may be a page: %s', (url, expected) => {
  expect(isPageUrl(url)).toBe(expected);
});
