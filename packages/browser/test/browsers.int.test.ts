import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { createLog } from '@assay/kit/log';
import { BROWSER_DEFAULTS, openBrowsers } from '../src/browsers.ts';
import { findChromium } from '../src/find-chromium.ts';
import type { Browsers } from '../src/isolated-context.ts';

const chromium = findChromium(process.env);
const withBrowser = chromium === undefined ? describe.skip : describe;
const never = new AbortController().signal;
const served = { 'https://a.example': () => ({ contentType: 'text/html', body: '<title>hello</title>' }) };

withBrowser('a browser (needs Chromium)', () => {
  let browsers: Browsers;
  beforeAll(() => {
    browsers = openBrowsers(
      { ...BROWSER_DEFAULTS, ...chromium!, contexts: 4 },
      openEgress(ONE_MACHINE_EGRESS),
      createLog('test', 'silent'),
    );
  });
  afterAll(() => browsers.close());

  test('pages that are served from memory need no network', async () => {
    await using opened = await browsers.open({ share: 'org', served }, never);
    const page = await opened.context.newPage();
    await page.goto('https://a.example/');
    expect(await page.title()).toBe('hello');
    expect(opened.blockedCount).toBe(0);
  });

  test('contexts share no cookies', async () => {
    await using first = await browsers.open({ share: 'org', served }, never);
    await using second = await browsers.open({ share: 'org', served }, never);
    const [one, other] = [await first.context.newPage(), await second.context.newPage()];
    await Promise.all([one.goto('https://a.example/'), other.goto('https://a.example/')]);
    await one.evaluate("document.cookie = 'a=b'");
    expect(await other.evaluate('document.cookie')).toBe('');
  });
});
