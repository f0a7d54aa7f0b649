import type { Route } from 'playwright-core';
import { describeInChromium, type ConsolePage } from '../support/console-browser.ts';
import { sharedConsole } from './support/shared-console.ts';

describeInChromium('the console on a bad network', () => {
  let project: string;
  beforeAll(async () => {
    const { api } = (await sharedConsole()).installation;
    const { id: projectId } = await api.assay.createProject({ name: 'Bad network' });
    project = `/p/${projectId}`;
    const id = await api.inProject(projectId).saveServer('away', 'http://127.0.0.1:1/mcp');
    for (const name of ['Alpha', 'Beta'])
      await api.assay.createEvalSuite({ projectId }, { name, serverIds: [id], tests: [] });
  });

  /** Opens a page of the project whose parts are drawn. */
  const opened = async (path: string): Promise<ConsolePage> => {
    const page = await (await sharedConsole()).open(project + path);
    await page.locator('h1').first().waitFor();
    return page;
  };
  /** Holds the answers of the requests to a path until the result is called. */
  async function hold(page: ConsolePage, path: string): Promise<() => Promise<void>> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const pattern = `**/api/v1/**${path}`;
    await page.route(pattern, async (route) => {
      await promise;
      await route.continue().catch(() => undefined);
    });
    return async () => {
      resolve();
      await page.unroute(pattern);
    };
  }
  /** Answers the next requests to a path with these, and lets the others through. */
  async function answer(page: ConsolePage, path: string, answers: Parameters<Route['fulfill']>[0][]): Promise<void> {
    await page.route(`**/api/v1/**${path}`, async (route) => {
      const next = answers.shift();
      await (next ? route.fulfill(next) : route.continue());
    });
  }
  const refusal = (status: number, code: string, headers: Record<string, string> = {}) => ({
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'req_of_the_test', ...headers },
    body: JSON.stringify({ code, message: 'It is out of order.' }),
  });

  test('keeps the rows of a list, dimmed, while the rows of a filter are slow', async () => {
    const page = await opened('/suites');
    const grid = page.getByRole('grid', { name: 'Suites' });
    await grid.getByText('Beta').waitFor();
    const release = await hold(page, '/eval-suites?*q=Alpha*');
    await page.getByRole('searchbox').fill('Alpha');
    await page.locator('table.stale').waitFor();
    expect(await grid.getByText('Beta').count()).toBe(1);
    expect(await page.evaluate(`getComputedStyle(document.querySelector('table.stale tbody')).opacity`)).toBe('0.6');
    await release();
    await grid.getByText('Beta').waitFor({ state: 'detached' });
    await grid.getByText('Alpha').waitFor();
  });

  test('draws nothing for 200 ms, then the shape of what comes, then what it waits for', async () => {
    const page = await opened('');
    const release = await hold(page, '/eval-suites?*');
    await page.evaluate(NOTE_SHAPES);
    await page.lead(`${project}/suites`);
    await page.getByText('Waiting for the suites.').waitFor();
    const { place, shape, words } = await page.evaluate<Record<'place' | 'shape' | 'words', number>>('seen');
    expect([shape - place > 150, words - place > 1_900]).toEqual([true, true]);
    expect(await page.evaluate(`document.getAnimations().length`)).toBe(0);
    await release();
    await page.getByRole('grid', { name: 'Suites' }).getByText('Beta').waitFor();
  });

  test('a part that fails stays a part, with its code and request, and is loaded by its button', async () => {
    const page = await opened('');
    await answer(page, '/server-days?*', [refusal(500, 'INTERNAL_ERROR')]);
    await page.lead(`${project}/servers`);
    const note = page.locator('.note').filter({ hasText: 'INTERNAL_ERROR' });
    await note.getByText('could not be loaded').waitFor();
    await note.getByText('It is out of order.').waitFor();
    await page.getByText('away').first().waitFor();
    await note.getByRole('button', { name: 'Load again' }).click();
    await note.waitFor({ state: 'detached' });
  });

  test('a read that is refused with 429 or 503 is repeated by itself when it may succeed', async () => {
    const page = await opened('');
    await answer(page, '/eval-suites?*', [
      refusal(429, 'RATE_LIMITED', { 'retry-after': '1' }),
      refusal(503, 'UNAVAILABLE', { 'retry-after': '1' }),
    ]);
    await page.lead(`${project}/suites`);
    await page.getByRole('grid', { name: 'Suites' }).getByText('Beta').waitFor();
    expect(await page.getByText('could not be loaded').count()).toBe(0);
  });

  test('an object that cannot be read says why, and is read by a key', async () => {
    const page = await opened('');
    await answer(page, '/eval-suites/suite_x*', [refusal(500, 'INTERNAL_ERROR')]);
    await page.lead(`${project}/suites/suite_x`);
    await page.getByRole('heading', { level: 1, name: /^This suite could not be read/ }).waitFor();
    await page.getByText('req_of_the_test').waitFor();
    await page.keyboard.press('u');
    await page.getByRole('heading', { name: 'There is nothing here that you can see' }).waitFor();
  });
});

/** Notes when the place of a part that is loaded, its shape and its words are first in the page, in milliseconds. */
const NOTE_SHAPES = `(() => {
  globalThis.seen = {};
  const parts = { place: '.shape-place', shape: '.shape', words: '.shape-place [role=status]' };
  new MutationObserver(() => {
    for (const [name, selector] of Object.entries(parts))
      if (document.querySelector(selector)) seen[name] ??= performance.now();
  }).observe(document, { childList: true, subtree: true });
})()`;
