import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BROWSER_DEFAULTS, openBrowsers } from '@assay/browser/browsers';
import { findChromium } from '@assay/browser/find-chromium';
import type { Browsers, IsolatedContext } from '@assay/browser/isolated-context';
import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { createLog } from '@assay/kit/log';
import type { Page } from 'playwright-core';
import { waitUntil } from '@assay/testkit/until';
import { studyPage } from '../src/study-page.ts';
import { startPlatform, type PlatformState } from './platform-stand-in.ts';

const chromium = findChromium(process.env);
// Where there is no browser, these tests are counted as skipped: install the package `chromium-headless-shell`, or name one in BROWSER_EXECUTABLE.
const withBrowser = chromium === undefined ? describe.skip : describe;

test('the files of the page are at most 16 kB compressed, and the page is none of the project', () => {
  const { html, files } = studyPage();
  const sent = [...files.values()].reduce((sum, { gzipped }) => sum + gzipped.length, 0);
  expect(sent).toBeLessThan(16_000);
  expect(html).not.toMatch(/<script(?![^>]* src=)|<style|style=| on\w+=|https?:/);
  for (const { body } of files.values())
    expect(body.toString()).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(/);
});

const STUDY = { name: 'Travel desk', description: 'Ask about trips to the sea.' };
const EVIL = '<img src=x onerror="document.title=1"><script>document.title=1</script> [link](javascript:alert(1))';

withBrowser('the page in a browser', () => {
  let browsers: Browsers;
  let opened: IsolatedContext;
  let page: Page;
  let faults: string[];
  let platform: Awaited<ReturnType<typeof startPlatform>>;
  let state: PlatformState;
  beforeAll(() => {
    const settings = { ...BROWSER_DEFAULTS, ...chromium! };
    browsers = openBrowsers(settings, openEgress(ONE_MACHINE_EGRESS), createLog('test', 'silent'));
  });
  afterAll(() => browsers.close());
  beforeEach(async () => {
    state = {
      visit: { status: 200, body: { study: STUDY, isEnabled: true, hasConsented: true } },
      messages: [],
      send: () => ({ status: 202, body: { turnId: 'turn_1', promptIndex: 0, status: 'queued' } }),
    };
    platform = await startPlatform(state);
    const viewport = { width: 390, height: 780 };
    opened = await browsers.open({ share: 'org', viewport }, new AbortController().signal);
    page = await opened.context.newPage();
    faults = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    const session = await opened.context.newCDPSession(page);
    session.on('Log.entryAdded', ({ entry }) => {
      if (entry.source === 'security') faults.push(entry.text);
    });
    await session.send('Log.enable');
  });
  afterEach(async () => {
    await opened[Symbol.asyncDispose]();
    await platform.stop();
    if (faults.length > 0) throw new Error(`The page is faulty: ${faults.join('\n')}`);
  });

  const until = (expression: string) => waitUntil(() => page.evaluate<boolean>(`Boolean(${expression})`));
  const shows = (text: string) => until(`document.body.innerText.includes(${JSON.stringify(text)})`);
  const click = (text: string) =>
    page.evaluate(
      `[...document.querySelectorAll('button')].find((each) => each.textContent === ${JSON.stringify(text)} || each.ariaLabel === ${JSON.stringify(text)}).click()`,
    );
  const picture = async (name: string) => {
    const folder = process.env.SCREENSHOTS;
    if (folder === undefined) return;
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${name}.png`), await page.screenshot());
  };
  /** Opens the conversation and asks something. */
  const ask = async (text: string) => {
    await page.goto(platform.url);
    await until(`document.activeElement?.id === 'message'`);
    await waitUntil(() => platform.streams.size > 0);
    await page.keyboard.insertText(text);
    await page.keyboard.press('Enter');
    await waitUntil(() => platform.asked.length > 0);
    platform.say('turnStarted', { turnId: 'turn_1', message: text });
  };
  const ended = (more: object = {}) =>
    platform.say('turnEnded', { turn: { turnId: 'turn_1', promptIndex: 0, status: 'completed', ...more } });

  test('asks for consent first, then goes on to the conversation', async () => {
    Object.assign(state.visit.body, { hasConsented: false });
    await page.goto(platform.url);
    await shows('Agree and start');
    expect(await page.evaluate('document.body.innerText')).toMatch(/kept for the people who run this study/);
    await picture('consent');
    await click('Agree and start');
    await until(`document.activeElement?.id === 'message'`);
    await shows('Ask about trips to the sea.');
    expect(platform.asked).toEqual([{ method: 'POST', path: '', body: { consent: true }, key: '' }]);
  });

  test('shows an answer as it is written, with the tools that it took', async () => {
    await ask('What is 1 and 2?');
    platform.say('toolCall', { toolCallId: 'call_1', toolName: 'get-sum', input: { a: 1, b: 2 } });
    await shows('Looking something up with get-sum');
    platform.say('toolResult', { toolCallId: 'call_1', status: 'ok', text: '3' });
    platform.say('text', { text: 'It is ' });
    await shows('It is');
    await picture('streaming');
    platform.say('text', { text: '3.' });
    ended();
    await shows('It is 3.');
    await shows('Looked something up with get-sum');
    expect(await page.evaluate(`document.querySelector('[aria-live=polite]').textContent`)).toContain('It is 3.');
    expect(await page.evaluate(`document.querySelectorAll('.visitor').length`)).toBe(1);
    await click('Good answer');
    await shows('Saved.');
    expect(platform.asked.at(-1)).toMatchObject({ path: '/feedback', body: { turnId: 'turn_1', rating: 'up' } });
    await picture('answered');
    await page.setViewportSize({ width: 1100, height: 700 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await picture('answered-dark');
  });

  test('shows what models and servers write as text', async () => {
    await ask('Hello');
    platform.say('toolCall', { toolCallId: 'call_1', toolName: EVIL, input: { html: EVIL } });
    platform.say('toolResult', { toolCallId: 'call_1', status: 'error', text: EVIL });
    platform.say('text', { text: EVIL });
    ended();
    await shows(EVIL);
    expect(await page.evaluate('document.title')).toBe(STUDY.name);
    expect(await page.evaluate(`document.querySelectorAll('img, main script, main a').length`)).toBe(0);
  });

  test('asks for approval of a call, and tells the platform', async () => {
    await ask('Book it');
    const call = { toolCallId: 'call_1', toolName: 'book-trip', input: { to: 'Rome' } };
    ended({ status: 'waiting', pendingCalls: [call] });
    await shows('May book-trip be used with this?');
    await picture('approval');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Allow');
    await click('Allow');
    await waitUntil(() => platform.asked.some(({ path }) => path === '/decisions'));
    expect(platform.asked.at(-1)!.body).toEqual({ decisions: [{ toolCallId: 'call_1', isApproved: true }] });
    platform.say('turnStarted', { turnId: 'turn_1', message: '' });
    platform.say('text', { text: 'Booked.' });
    ended();
    await shows('Booked.');
    expect(await page.evaluate(`document.querySelector('.approval')`)).toBeNull();
  });

  test('keeps the message when a limit is reached, and says why', async () => {
    const message = 'You have sent as many messages as one visitor may in a day. Come back tomorrow.';
    state.send = () => ({ status: 429, body: { code: 'RATE_LIMITED', message, details: { limit: 'visitorTurns' } } });
    await page.goto(platform.url);
    await until(`document.activeElement?.id === 'message'`);
    await page.keyboard.insertText('One more');
    await page.keyboard.press('Enter');
    await shows(message);
    expect(await page.evaluate(`document.querySelector('#message').value`)).toBe('One more');
    await picture('limit');
    state.send = () => ({ status: 202, body: { turnId: 'turn_1', promptIndex: 0, status: 'queued' } });
    await click('Send');
    await waitUntil(() => platform.asked.length === 2);
    expect(platform.asked[1]!.key).toBe(platform.asked[0]!.key);
  });

  test('shows a conversation again after a reload, oldest message first', async () => {
    const place = { turnId: 'turn_1', promptIndex: 0 };
    state.messages = [
      { ...place, index: 2, role: 'assistant', text: 'שלום, it is 3.', rating: 'up' },
      {
        ...place,
        index: 1,
        role: 'tool',
        text: '3',
        isError: false,
        call: { toolCallId: 'c', toolName: 'get-sum', input: {} },
      },
      { ...place, index: 0, role: 'visitor', text: 'What is 1 and 2?' },
    ];
    await page.goto(platform.url);
    await shows('it is 3.');
    expect(
      await page.evaluate(`[...document.querySelectorAll('#messages > li')].map((item) => item.className)`),
    ).toEqual(['message visitor', 'tool', 'message assistant']);
    expect(await page.evaluate(`document.querySelector('[aria-pressed=true]').ariaLabel`)).toBe('Good answer');
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.assistant .text')).direction`)).toBe('rtl');
  });

  test('says that it is offline, and connects again', async () => {
    await ask('Hello');
    await opened.context.setOffline(true);
    platform.cutStreams();
    await shows('You are offline.');
    await picture('offline');
    await opened.context.setOffline(false);
    await waitUntil(() => platform.streams.size > 0);
    platform.say('text', { text: 'Hi.' });
    ended();
    await shows('Hi.');
    expect(await page.evaluate(`document.querySelector('#status').textContent`)).toBe('');
  });

  test.each<[string, number, object, string]>([
    ['a link that is dead', 404, { code: 'NOT_FOUND', message: 'No such study.' }, 'This link does not work'],
    [
      'a link for people who signed in',
      401,
      { code: 'UNAUTHORIZED', message: '', details: { reason: 'SIGN_IN_NEEDED' } },
      'This study is for people who have an account here.',
    ],
    ['a platform that fails', 500, { code: 'INTERNAL_ERROR', message: 'Internal error.' }, 'Something went wrong'],
  ])('has a page for %s', async (name, status, body, text) => {
    state.visit = { status, body };
    await page.goto(platform.url);
    await shows(text);
    expect(await page.evaluate(`document.querySelector('form')`)).toBeNull();
    await picture(name.replaceAll(' ', '-'));
  });

  test('ends when the visit is over while it is open', async () => {
    await ask('Hello');
    platform.say('error', { code: 'UNAUTHORIZED', message: 'There is no visit, or it is over.' });
    await shows('This link does not work');
    expect(await page.evaluate(`document.querySelector('form')`)).toBeNull();
  });

  test('leaves with a rating of the whole, and erases when told so', async () => {
    await ask('Hello');
    await click('Leave');
    await shows('Leave the study?');
    await picture('leave');
    await page.evaluate(`document.querySelector('dialog [aria-label="Bad answer"]').click()`);
    await waitUntil(() => platform.asked.some(({ path }) => path === '/feedback'));
    await click('Leave and erase what I wrote');
    await shows('Everything that you wrote was erased.');
    expect(platform.asked.at(-1)).toMatchObject({ method: 'DELETE', path: '', body: { erase: true } });
    expect(platform.asked.find(({ path }) => path === '/feedback')!.body).toEqual({ rating: 'down', comment: '' });
  });
});
