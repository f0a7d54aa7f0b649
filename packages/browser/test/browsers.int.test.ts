import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { createLog } from '@assay/kit/log';
import { waitUntil } from '@assay/testkit/until';
import type { Page } from 'playwright-core';
import { BROWSER_DEFAULTS, openBrowsers } from '../src/browsers.ts';
import { findChromium } from '../src/find-chromium.ts';
import type { Browsers, ContextEnd, IsolatedContext } from '../src/isolated-context.ts';

const chromium = findChromium(process.env);
const withBrowser = chromium === undefined ? describe.skip : describe;
const never = new AbortController().signal;
const served = { 'https://a.example': () => ({ contentType: 'text/html', body: '<title>hello</title>' }) };

withBrowser('a browser (needs Chromium)', () => {
  let browsers: Browsers;
  beforeAll(() => {
    browsers = openBrowsers(
      { ...BROWSER_DEFAULTS, ...chromium!, contexts: 4, memoryBytes: 700 * 1024 * 1024, busyMs: 3_000 },
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

  test('contexts share no clipboard', async () => {
    const form = () => ({ contentType: 'text/html', body: '<input value="private">' });
    await using first = await browsers.open({ share: 'org', served: { 'https://a.example': form } }, never);
    await using second = await browsers.open({ share: 'other', served: { 'https://a.example': form } }, never);
    const pages = [await first.context.newPage(), await second.context.newPage()];
    const [from, to] = await Promise.all(
      pages.map(async (page) => {
        await page.goto('https://a.example/');
        return page.locator('input');
      }),
    );
    await from!.press('Control+A');
    await from!.press('Control+C');
    await to!.fill('');
    await to!.press('Control+V');
    expect(await to!.inputValue()).toBe('');
  });

  test('settings that Chromium refuses end no other context', async () => {
    await using other = await browsers.open({ share: 'other', served }, never);
    const cookie = { name: 'a', value: 'b', domain: '', path: '/', expires: -1, httpOnly: false, secure: false };
    const storageState = { cookies: [{ ...cookie, sameSite: 'Lax' as const }], origins: [] };
    await expect(browsers.open({ share: 'org', storageState }, never)).rejects.toThrow('Cookie');
    expect(await (await other.context.newPage()).evaluate('1 + 1')).toBe(2);
  });

  describe('a page that misbehaves ends its own context, and no other', () => {
    let other: IsolatedContext;
    let witness: Page;
    beforeAll(async () => {
      other = await browsers.open({ share: 'other', served }, never);
      witness = await other.context.newPage();
      await witness.goto('https://a.example/');
    });
    afterAll(() => other[Symbol.asyncDispose]());

    test.each<[ContextEnd, string, string]>([
      [
        'memory',
        'allocates without end',
        `(() => { const kept = []; for (;;) kept.push(new Uint8Array(1e7).fill(1)); })()`,
      ],
      [
        'memory',
        'fills its heap',
        `(() => { let kept = ['x']; for (;;) kept = kept.concat(kept.map((x) => x + 'y')); })()`,
      ],
      ['cpu', 'loops for ever', `for (;;);`],
      [
        'frames',
        'opens more than 200 frames',
        `for (let i = 0; i < 210; i++) document.body.append(document.createElement('iframe'))`,
      ],
    ])('%s: a page that %s', async (end, _, code) => {
      await using opened = await browsers.open({ share: 'org', served }, never);
      const page = await opened.context.newPage();
      await page.goto('https://a.example/');
      page.evaluate(code).catch(() => {});
      expect(await opened.ended).toBe(end);
      expect(await witness.evaluate('1 + 1')).toBe(2);
    });

    test('crashed: a page whose process dies', async () => {
      await using opened = await browsers.open({ share: 'org', served }, never);
      const page = await opened.context.newPage();
      await page.goto('https://a.example/');
      const session = await opened.context.newCDPSession(page);
      session.send('Page.crash').catch(() => {});
      expect(await opened.ended).toBe('crashed');
    });
  });

  test('a window that a page opens is one more page, and too many are closed', async () => {
    await using opened = await browsers.open({ share: 'org', served }, never);
    const page = await opened.context.newPage();
    await page.goto('https://a.example/');
    // As by a click: without one Chromium itself opens no window.
    for (let i = 0; i < 12; i++) await page.evaluate('void window.open("https://a.example/more")');
    await waitUntil(() => opened.blocked.some(({ reason }) => reason === 'popups'));
    expect(await waitUntil(() => opened.context.pages().length <= 10)).toBe(true);
  });

  test('a download is blocked and listed', async () => {
    const file = { contentType: 'application/zip', body: 'x', headers: { 'content-disposition': 'attachment' } };
    const files = { 'https://a.example': (path: string) => (path === '/file' ? file : served['https://a.example']()) };
    await using opened = await browsers.open({ share: 'org', served: files }, never);
    const page = await opened.context.newPage();
    await page.goto('https://a.example/');
    await page.evaluate('location.assign("/file")');
    await waitUntil(() => opened.blockedCount > 0);
    expect(opened.blocked).toEqual([{ url: 'https://a.example/file', reason: 'download' }]);
  });

  test('further contexts wait for a place, and a caller that leaves gives its turn up', async () => {
    const held = await Promise.all([1, 2, 3, 4].map(() => browsers.open({ share: 'org', served }, never)));
    const leaving = new AbortController();
    const left = browsers.open({ share: 'org' }, leaving.signal);
    const waiting = browsers.open({ share: 'other', served }, never);
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await held.pop()![Symbol.asyncDispose]();
    held.push(await waiting);
    await Promise.all(held.map((each) => each[Symbol.asyncDispose]()));
  });

  test('a browser that is killed is told to its contexts, and the next one starts another', async () => {
    const opened = await browsers.open({ share: 'org', served }, never);
    const session = await opened.context.browser()!.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    process.kill(processInfo.find(({ type }) => type === 'browser')!.id, 'SIGKILL');
    expect(await opened.ended).toBe('crashed');
    await using next = await browsers.open({ share: 'org', served }, never);
    await (await next.context.newPage()).goto('https://a.example/');
  });
});

test('a browser that does not start is told as what it is', async () => {
  const settings = { ...BROWSER_DEFAULTS, executable: '/no/such/chromium', environment: {} };
  const browsers = openBrowsers(settings, openEgress(ONE_MACHINE_EGRESS), createLog('test', 'silent'));
  await expect(browsers.open({ share: 'org' }, never)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    details: { reason: 'BROWSER_UNAVAILABLE' },
  });
  await browsers.close();
});

withBrowser('a browser without a context (needs Chromium)', () => {
  test('stops', async () => {
    const settings = { ...BROWSER_DEFAULTS, ...chromium!, idleMs: 1 };
    const browsers = openBrowsers(settings, openEgress(ONE_MACHINE_EGRESS), createLog('test', 'silent'));
    const opened = await browsers.open({ share: 'org' }, never);
    const browser = opened.context.browser()!;
    const gone = new Promise((resolve) => browser.once('disconnected', resolve));
    await opened[Symbol.asyncDispose]();
    await gone;
    expect(browser.isConnected()).toBe(false);
    await browsers.close();
  });
});
