import type { BrowserAgentCommand } from '@assay/contract/areas/browsers/command';
import { MASK } from '@assay/contract/areas/servers/secret-values';
import { seal, unseal } from '@assay/kit/security/seal';
import { waitUntil } from '@assay/testkit/until';
import { RunnerStops } from '@assay/work/runner/work-in-hand';
import { runCommand } from '../../src/reach/browsers/run-command.ts';
import { BrowserBench, FULL_POLICY, startSite, withBrowser, type OpenedBrowser } from '../support/browser-bench.ts';
import { keyEncryptionKey } from '../support/platform-stand-in.ts';

const SHOP = `<title>Shop</title><h1>Shop</h1>
<label>Name <input id="name"></label> <label>PIN <input id="pin"></label>
<label>Size <select><option value="s">Small</option><option value="m">Medium</option></select></label>
<button onclick="document.querySelector('#out').textContent = 'Bought ' + document.querySelector('#name').value">Buy</button>
<button onclick="document.querySelector('#out').textContent = confirm('Sure?')">Ask</button> <button disabled>Sold out</button>
<div style="position:relative;width:100px"><button>Covered</button><div id="lid" style="position:absolute;inset:0">lid</div></div>
<a href="/next" target="_blank">More</a> <p id="out"></p><ul><li>one</li><li>two</li></ul>
<form toolname="find" tooldescription="Finds goods"><input name="q"></form>
<script>console.log('hello'); fetch('/data', { headers: { authorization: 'Bearer abcdefghijkl' } }).then((answer) => answer.text())</script>`;
const PAGES = {
  '/': SHOP,
  '/next': '<title>Next</title><h1>Next</h1>',
  '/data': '{"n":1}',
  '/tall': '<title>Tall</title><div style="height:100000px">tall</div>',
  '/rtl': `<html dir="rtl" style="zoom:2"><title>rtl</title><button onclick="this.textContent = 'done'">שלום</button>
    <p id="x"></p><div style="width:5000px">wide</div><script>onscroll = () => (x.textContent = 'moved ' + (scrollX < 0))</script>`,
  '/drag': `<title>Drag</title><div id="a" draggable="true" style="width:50px;height:50px">card</div>
    <div id="b" style="width:99px;height:99px" ondragover="event.preventDefault()" ondrop="this.textContent = 'dropped'">box</div>`,
  '/leave': '<title>Leave</title><button onclick="setTimeout(() => window.close())">Leave</button>',
  '/loop': '<title>Loop</title><button onclick="for (;;) alert(1)">Go</button>',
  '/thief': `<title>Thief</title><input value="x"><script>const { some } = Array.prototype;
    Array.prototype.some = function (...given) { if (this.includes('hunter22')) document.title = 'Robbed'; return some.apply(this, given); };
    </script>`,
  '/noise': '<title>Noise</title><script>for (let i = 0; i < 5000; i++) console.log(i + "x".repeat(2000))</script>',
};

withBrowser('a live browser (needs Chromium)', () => {
  let bench: BrowserBench;
  let site: Awaited<ReturnType<typeof startSite>>;
  let opened: OpenedBrowser;
  beforeAll(async () => {
    [bench, site] = [new BrowserBench(), await startSite(PAGES)];
    opened = await bench.open();
  });
  afterAll(async () => {
    await bench.close();
    await site.stop();
  });
  const send = (command: BrowserAgentCommand, more = {}) => bench.command(opened.id, command, more);
  const visit = (path: string) => send({ op: 'navigate', url: site.url(path) });
  const observe = (mode: Extract<BrowserAgentCommand, { op: 'observe' }>['mode'], more = {}) =>
    send({ op: 'observe', mode, ...more });
  const entriesOf = async (mode: 'network' | 'console' | 'dialog', more = {}) =>
    (await observe(mode, more)).observation!.entries as Record<string, unknown>[];
  const act = (verb: Extract<BrowserAgentCommand, { op: 'act' }>['verb'], more = {}) =>
    send({ op: 'act', verb, ...more });
  const button = (name: string) => ({ target: { role: 'button', name } });

  describe('on a page', () => {
    beforeEach(() => visit('/'));

    test('is observed in every mode', async () => {
      expect((await observe('a11y')).observation).toMatchObject({
        title: 'Shop',
        snapshot: { tree: expect.stringMatching(/button "Buy" \[ref=e\d+\]/) },
      });
      const { snapshot } = (await observe('a11y', { filter: 'interactive', rootSelector: 'form' })).observation!;
      expect(snapshot!.elements.map(({ role }) => role)).toEqual(['textbox']);
      expect((await observe('text')).observation!.text).toContain('one\ntwo');
      expect((await observe('dom', { rootSelector: 'ul' })).observation!.text).toBe(
        '<ul><li>one</li><li>two</li></ul>',
      );
      expect((await observe('console')).observation!.entries).toContainEqual(
        expect.objectContaining({ type: 'log', text: 'hello' }),
      );
      expect((await observe('url')).observation).toEqual({ mode: 'url', url: site.url('/'), title: 'Shop' });
      expect((await observe('page_tools')).observation!.entries).toMatchObject([{ name: 'find' }]);
      const { screenshots } = await observe('screenshot');
      expect(screenshots).toMatchObject([{ mimeType: 'image/png', width: 1_280, height: 800 }]);
    });

    test('shows its requests, and one of them with its answer, without credentials', async () => {
      const data = (await entriesOf('network')).findLast(({ url }) => String(url).endsWith('/data'))!;
      const [whole] = await entriesOf('network', { requestId: data['requestId'] });
      expect(whole).toMatchObject({ status: 200, body: '{"n":1}', requestHeaders: { authorization: MASK } });
      expect((await observe('network', { requestId: 'r999' })).error).toMatchObject({ code: 'REQUEST_NOT_FOUND' });
    });

    test('is acted on, and the changes are told', async () => {
      const { snapshot } = (await observe('a11y')).observation!;
      const { ref } = snapshot!.elements.find(({ name }) => name === 'Name')!;
      expect(await act('type', { target: { ref }, text: 'Ann' })).toMatchObject({ status: 'ok' });
      expect(await act('click', { ...button('Buy'), observeAfter: 'a11y' })).toMatchObject({
        changes: { added: expect.arrayContaining([expect.stringMatching(/paragraph.*: Bought Ann/)]) },
        observation: { mode: 'a11y', snapshot: { tree: expect.stringContaining('Bought Ann') } },
      });
      expect((await act('select', { target: { role: 'combobox' }, values: ['Medium'] })).changes!.added).toContain(
        '- option "Medium" [selected]',
      );
      expect(await act('press', { target: { selector: '#name' }, key: 'Control+A' })).toMatchObject({ status: 'ok' });
      expect(await act('hover', { target: { x: 10, y: 10 } })).toMatchObject({ status: 'ok' });
    });

    test.each<[string, string, object, string, RegExp]>([
      [
        'a name that is not there',
        'click',
        button('Sell'),
        'TARGET_NOT_FOUND',
        /button "Sell".*has: button "Buy", button "Ask"/,
      ],
      ['a reference that is gone', 'click', { target: { ref: 'e999' } }, 'TARGET_STALE', /"e999".*newest snapshot/],
      [
        'several elements',
        'click',
        { target: { selector: 'li' } },
        'TARGET_AMBIGUOUS',
        /nth 0: <li> one; nth 1: <li> two/,
      ],
      ['too high a number', 'click', { target: { selector: 'li', nth: 2 } }, 'TARGET_NOT_FOUND', /2 elements fit/],
      ['a broken selector', 'click', { target: { selector: 'li[[' } }, 'INVALID_COMMAND', /not a valid/],
      ['a disabled element', 'click', button('Sold out'), 'TARGET_NOT_READY', /"Sold out" is disabled/],
      ['a covered element', 'click', button('Covered'), 'TARGET_COVERED', /covered by <div id="lid">/],
      [
        'a missing option',
        'select',
        { target: { role: 'combobox' }, values: ['L'] },
        'OPTION_NOT_FOUND',
        /"Small" \(s\), "Medium" \(m\)/,
      ],
      ['an element without options', 'select', { ...button('Buy'), values: ['L'] }, 'TARGET_NOT_READY', /not a select/],
      ['an unknown key', 'press', { key: 'Foo' }, 'INVALID_COMMAND', /no key "Foo"/],
      ['a missing target', 'click', {}, 'INVALID_COMMAND', /"target"/],
      ['no dialog', 'accept_dialog', {}, 'NO_DIALOG', /no dialog/],
    ])('says what is wrong with %s', async (_what, verb, more, code, message) => {
      expect(await act(verb as 'click', more)).toMatchObject({
        status: 'failed',
        error: { code, message: expect.stringMatching(message) },
      });
    });

    test('asks with a dialog, which holds up everything else until it is answered', async () => {
      const dialog = { type: 'confirm', message: 'Sure?' };
      expect(await act('click', button('Ask'))).toMatchObject({ status: 'ok', dialog });
      expect(await act('click', button('Buy'))).toMatchObject({ error: { code: 'DIALOG_OPEN' }, dialog });
      expect((await observe('text')).error).toMatchObject({ code: 'DIALOG_OPEN' });
      expect((await observe('dialog')).observation!.entries).toMatchObject([{ ...dialog, isOpen: true }]);
      expect(await act('accept_dialog')).toMatchObject({ status: 'ok' });
      expect((await observe('text')).observation!.text).toContain('true');
    });

    test('opens its popups as tabs', async () => {
      await act('click', { target: { text: 'More' } });
      const tabs = await waitUntil(async () => {
        const seen = (await observe('url')).tabs;
        return seen.some(({ title }) => title === 'Next') && seen;
      });
      const popup = tabs.find(({ active }) => !active)!;
      expect(tabs).toMatchObject([
        { active: true, title: 'Shop' },
        { url: site.url('/next'), title: 'Next' },
      ]);
      const { tabId } = popup;
      expect((await send({ op: 'observe', mode: 'text' }, { tabId })).observation!.text).toBe('Next');
      expect((await send({ op: 'act', verb: 'activate_tab' }, { tabId })).tabs[1]).toMatchObject({ active: true });
      expect((await act('close_tab')).tabs).toMatchObject([{ active: true, title: 'Shop' }]);
      expect((await send({ op: 'reload' }, { tabId })).error).toMatchObject({ code: 'TAB_NOT_FOUND' });
    });

    test('never shows a secret that was typed', async () => {
      const plain = (await observe('screenshot')).screenshots[0]!.body;
      const typed = await act('type', { target: { role: 'textbox', name: 'Name' }, text: 'hunter22', secret: true });
      await act('type', { target: { role: 'textbox', name: 'PIN' }, text: '123', secret: true });
      await act('click', { ...button('Buy'), observeAfter: 'a11y' });
      const seen = [typed, await observe('text'), await observe('a11y'), await observe('dom')];
      expect(JSON.stringify(seen)).not.toMatch(/hunter22|"123"/);
      expect(seen[1]!.observation!.text).toContain(`Bought ${MASK}`);
      const covered = await observe('screenshot');
      expect(covered.screenshots[0]!.body.equals(plain)).toBe(false);
      await visit('/thief');
      await observe('screenshot');
      expect((await observe('url')).observation!.title).toBe('Thief');
    });
  });

  test('goes back and forward, and says when there is nothing', async () => {
    const { id } = await bench.open();
    const go = (op: 'back' | 'forward' | 'reload') => bench.command(id, { op });
    await bench.command(id, { op: 'navigate', url: site.url('/next') });
    await bench.command(id, { op: 'navigate', url: site.url('/tall') });
    expect((await go('back')).tabs).toMatchObject([{ title: 'Next' }]);
    expect((await go('forward')).tabs).toMatchObject([{ title: 'Tall' }]);
    expect((await go('forward')).error).toMatchObject({ code: 'NO_HISTORY' });
    expect(await go('reload')).toMatchObject({ status: 'ok' });
    bench.live.find(id)!.end('closed');
  });

  test.each([
    ['file:///etc/passwd', 'INVALID_COMMAND'],
    ['javascript:alert(1)', 'INVALID_COMMAND'],
    ['http://169.254.169.254/latest', 'NAVIGATION_FAILED'],
    ['http://127.0.0.1:1/', 'NAVIGATION_FAILED'],
  ])('does not open %s', async (url, code) =>
    expect(await send({ op: 'navigate', url })).toMatchObject({ status: 'failed', error: { code } }),
  );

  test('takes 10,000 pixels of a page that is 100,000 pixels high', async () => {
    expect(await visit('/tall')).toMatchObject({ status: 'ok', tabs: [{ title: 'Tall' }] });
    expect(await observe('screenshot', { fullPage: true })).toMatchObject({
      status: 'ok',
      observation: { truncated: true },
      screenshots: [{ height: 10_000 }],
    });
  });

  test('acts on a zoomed page that is written from right to left', async () => {
    await visit('/rtl');
    await act('scroll', { direction: 'left', amount: 100 });
    expect((await observe('text')).observation!.text).toContain('moved true');
    expect((await act('click', { target: { text: 'שלום' } })).changes!.added).toContainEqual(
      expect.stringContaining('button "done"'),
    );
  });

  test('drags elements', async () => {
    await visit('/drag');
    await act('drag', { target: { selector: '#a' }, to: { selector: '#b' } });
    expect((await observe('text')).observation!.text).toContain('dropped');
  });

  test('gets out of a page that alerts without end by closing its tab', async () => {
    const untilAlert = () =>
      waitUntil(async () => (await entriesOf('dialog')).some(({ type, isOpen }) => type === 'alert' && isOpen));
    await visit('/loop');
    await act('click', button('Go'));
    await untilAlert();
    expect(await act('dismiss_dialog')).toMatchObject({ status: 'ok' });
    await untilAlert();
    expect((await act('close_tab')).tabs).toMatchObject([{ url: 'about:blank', active: true }]);
  });

  test('has a tab again after its page closed the last one', async () => {
    const { tabs } = await send({ op: 'navigate', url: site.url('/leave'), newTab: true });
    await act('click', button('Leave'));
    for (const { tabId } of tabs) await send({ op: 'act', verb: 'close_tab' }, { tabId });
    expect(await visit('/next')).toMatchObject({ status: 'ok', tabs: [{ title: 'Next' }] });
  });

  test('shows the newest 200 messages of a page that logs thousands, clipped', async () => {
    await visit('/noise');
    const entries = await entriesOf('console');
    expect(entries.length).toBeLessThanOrEqual(200);
    expect(entries.every(({ text }) => String(text).length < 1_100)).toBe(true);
  });

  test('keeps to the policy of each command', async () => {
    await visit('/');
    const readOnly = { policy: { mode: 'read_only' as const } };
    for (const verb of ['click', 'type', 'press', 'drag', 'select'] as const)
      expect((await send({ op: 'act', verb, target: { x: 1, y: 1 } }, readOnly)).error).toMatchObject({
        code: 'READ_ONLY',
      });
    expect(await send({ op: 'act', verb: 'scroll' }, readOnly)).toMatchObject({ status: 'ok' });
    const elsewhere = { policy: { allowedHosts: ['example.org'] } };
    expect((await send({ op: 'observe', mode: 'text' }, elsewhere)).error).toMatchObject({ code: 'HOST_NOT_ALLOWED' });
    expect((await send({ op: 'navigate', url: site.url('/') }, elsewhere)).error!.code).toBe('HOST_NOT_ALLOWED');
    const blind = { policy: { screenshots: false } };
    expect((await send({ op: 'reload', observeAfter: 'screenshot' }, blind)).error!.code).toBe(
      'SCREENSHOTS_NOT_ALLOWED',
    );
    expect((await send({ op: 'reload' }, { policy: { maxCommands: 1 } })).error!.code).toBe('COMMAND_LIMIT');
  });

  test('is not looked at where a command led that the present policy does not allow', async () => {
    await visit('/next');
    const elsewhere = site.url('/tall').replace('127.0.0.1', 'localhost');
    const narrowed = { policy: { allowedHosts: ['localhost'] } };
    await send({ op: 'navigate', url: elsewhere });
    const refused = await send({ op: 'back', observeAfter: 'a11y' }, narrowed);
    expect([refused.error?.code, refused.observation]).toEqual(['HOST_NOT_ALLOWED', undefined]);
  });

  test('does nothing for a caller that left while the command waited', async () => {
    await visit('/next');
    const command = { op: 'navigate', url: site.url('/tall'), newTab: true } as const;
    const { result } = await runCommand(bench.live, opened.id, { command, policy: FULL_POLICY }, AbortSignal.abort());
    expect(result.status).toBe('failed');
    expect((await visit('/next')).tabs).toHaveLength(1);
  });

  test('carries out commands one after the other', async () => {
    await visit('/');
    const results = await Promise.all(
      ['a', 'b', 'c'].map((text) => act('type', { target: { selector: '#name' }, text })),
    );
    const [first, second, third] = results.map(({ startedAt, durationMs }) => startedAt + durationMs);
    expect([first! <= second!, second! <= third!]).toEqual([true, true]);
    expect((await observe('a11y')).observation!.snapshot!.tree).toContain('"Name" [active]');
  });

  test('keeps its cookies in its profile alone, sealed for its owner', async () => {
    const profile = { sealed: '', context: 'prj/owner/main' };
    const first = await bench.open({}, { profile });
    await bench.command(first.id, { op: 'navigate', url: site.url('/next') });
    await bench.live.find(first.id)!.context.addCookies([{ name: 'seen', value: 'yes', url: site.url('/') }]);
    first.inHand.stop();
    const report = await first.report();
    expect(report).toMatchObject({ reason: 'closed' });
    const sealed = report.profile!;
    expect(() => unseal(Buffer.from(sealed, 'base64'), keyEncryptionKey, 'prj/other/main')).toThrow();
    const second = await bench.open({}, { profile: { ...profile, sealed } });
    expect(await bench.live.find(second.id)!.context.cookies()).toMatchObject([{ name: 'seen', value: 'yes' }]);
    bench.live.find(second.id)!.end('closed');
    expect((await bench.live.find(opened.id)!.context.cookies()).length).toBe(0);
  });

  test('with a profile of another key is not opened', async () => {
    const sealed = seal(Buffer.from('{}'), keyEncryptionKey, 'other').toString('base64');
    const { ending } = bench.begin({}, { profile: { sealed, context: 'mine' } });
    expect(await ending).toMatchObject({ errorCode: 'INTERNAL_ERROR' });
  });

  test('that this runner does not have is gone, and one that ended says why', async () => {
    expect(await bench.command('browser_x', { op: 'reload' })).toMatchObject({
      status: 'gone',
      error: { code: 'BROWSER_GONE', message: 'This runner does not have the browser.' },
    });
    const idle = await bench.open({ idleTimeoutMs: 1 });
    expect(await idle.report()).toMatchObject({ reason: 'idle' });
    expect((await bench.command(idle.id, { op: 'reload' })).error!.message).toBe('The browser has ended: idle.');
  });

  test('ends with its runner, and with its lifetime', async () => {
    const [stopped, old] = [await bench.open(), await bench.open({ lifetimeMs: 1 })];
    stopped.inHand.stop(new RunnerStops());
    expect([await stopped.report(), await old.report()]).toMatchObject([{ reason: 'stopped' }, { reason: 'lifetime' }]);
  });

  test('tells what its pages were refused', async () => {
    const held = await bench.open({ allowedHosts: ['127.0.0.1'] });
    const url = 'http://example.org/path?token=1';
    expect((await bench.command(held.id, { op: 'navigate', url })).error).toMatchObject({
      code: 'NAVIGATION_FAILED',
      message: 'The request was blocked (host).',
    });
    await waitUntil(() => held.events().length > 1);
    expect(held.events()).toContainEqual({ type: 'blocked', url: 'http://example.org/path', reason: 'host' });
    held.inHand.stop();
    expect(await held.report()).toEqual({ version: 1, reason: 'closed' });
  });

  test('whose page crashed has ended', async () => {
    const crashing = await bench.open();
    const [page] = bench.live.find(crashing.id)!.context.pages();
    const cdp = await page!.context().newCDPSession(page!);
    cdp.send('Page.crash').catch(() => undefined);
    expect(await crashing.report()).toMatchObject({ reason: 'crashed' });
    expect(await bench.command(crashing.id, { op: 'reload' })).toMatchObject({
      status: 'gone',
      error: { message: 'The browser has ended: crashed.' },
    });
  });

  test('ends once no command uses it when the runner is to stop', async () => {
    await visit('/');
    const typing = act('type', { target: { selector: '#name' }, text: 'last' });
    bench.live.stop();
    expect(await typing).toMatchObject({ status: 'ok' });
    expect(await opened.report()).toMatchObject({ reason: 'stopped' });
  });
});
