import { consolePages } from '@assay/contract/areas/overview/console-pages';
import { startFaultyServer, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { waitUntil } from '@assay/testkit/until';
import type { Page } from 'playwright-core';
import { axeFindings, describeInChromium } from '../support/console-browser.ts';
import { seedHelpdesk, type SeededHelpdesk } from '../support/helpdesk.ts';
import { sharedConsole } from './support/shared-console.ts';

const NOTHING = 'There is nothing here that you can see';

describeInChromium('the overview of a project', () => {
  let helpdesk: SeededHelpdesk;
  let faulty: FaultyServer;
  let projectId: string;
  let organizationId: string;

  beforeAll(async () => {
    const { api } = (await sharedConsole()).installation;
    ({ id: projectId } = await api.assay.createProject({ name: 'Overviewed' }));
    const own = api.inProject(projectId);
    [helpdesk, faulty] = await Promise.all([seedHelpdesk(own), startFaultyServer()]);
    ({ organizationId } = await api.assay.getProject({ projectId }));
    const serverId = await own.saveServer('away', faulty.url('/html'));
    await api.assay.runDoctor({ projectId, serverId });
  });
  afterAll(() => Promise.all([helpdesk.stop(), faulty.stop()]));

  test('leads from a failing suite to its run by keyboard, and back to the same item', async () => {
    const page = await (await sharedConsole()).open(`/p/${projectId}`);
    await page.getByRole('heading', { name: '1 of 1 suite fails' }).waitFor();
    await page.getByRole('grid', { name: 'What needs a person' }).getByRole('link', { name: 'Diagnose' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/p/${projectId}/runs/${helpdesk.runIds[1]}*`);
    await page.goBack();
    await page.keyboard.press('j');
    await page.waitForURL('**sel=*');
    await page.reload();
    await page
      .locator('tr.selected')
      .getByText('helpdesk')
      .or(page.locator('tr.selected').getByText('away'))
      .first()
      .waitFor();
  });

  test('leaves an item out until the person takes it back', async () => {
    const page = await (await sharedConsole()).open(`/p/${projectId}`);
    const items = page.getByRole('grid', { name: 'What needs a person' }).locator('tbody tr');
    await items.first().waitFor();
    const before = await items.count();
    await page.keyboard.press('x');
    await page.getByText('1 left out by people').waitFor();
    expect(await items.count()).toBe(before - 1);
    await page.keyboard.press('Control+z');
    await page.getByText('1 left out by people').waitFor({ state: 'detached' });
    expect(await items.count()).toBe(before);
  });

  test('follows the project by one connection of all windows, and by none while hidden', async () => {
    const { open, installation } = await sharedConsole();
    const windows: Page[] = [await open(`/p/${projectId}`), await open(`/p/${projectId}`)];
    const runsOf = (page: Page) => page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Runs' });
    for (const other of windows[0]!.context().pages()) if (!windows.includes(other)) await other.close();
    const connections = async () => JSON.stringify(await windows[0]!.evaluate(heldLocks));
    for (const page of windows) await runsOf(page).getByText('2', { exact: true }).waitFor();
    await waitUntil(async () => (await connections()) === '{"held":1,"waiting":1}');
    const launch = () => installation.api.assay.createEvalRun({ projectId }, { suiteId: helpdesk.suiteId });
    await launch();
    for (const page of windows) await runsOf(page).getByText('3', { exact: true }).waitFor();
    for (const page of windows) await page.evaluate(hiddenScript(true));
    await waitUntil(async () => (await connections()) === '{"held":0,"waiting":0}');
    await launch();
    for (const page of windows) await page.evaluate(hiddenScript(false));
    for (const page of windows) await runsOf(page).getByText('4', { exact: true }).waitFor();
    // A window that comes back reads what the other one was told meanwhile.
    await windows[0]!.evaluate(hiddenScript(true));
    await waitUntil(async () => (await connections()) === '{"held":1,"waiting":0}');
    await launch();
    await runsOf(windows[1]!).getByText('5', { exact: true }).waitFor();
    await windows[0]!.evaluate(hiddenScript(false));
    await runsOf(windows[0]!).getByText('5', { exact: true }).waitFor();
    // A lost connection is told in all windows, and they read again when it is back.
    const context = windows[0]!.context();
    await context.setOffline(true);
    try {
      for (const page of windows) await page.getByText('Live updates are interrupted').waitFor();
      await launch();
    } finally {
      // The other tests have the same context.
      await context.setOffline(false);
    }
    for (const page of windows) await runsOf(page).getByText('6', { exact: true }).waitFor();
    await windows[0]!.getByText('Live updates are interrupted').waitFor({ state: 'detached' });
  });

  test('offers the first run where a project has nothing', async () => {
    const { open, installation } = await sharedConsole();
    const { id } = await installation.api.assay.createProject({ name: 'Empty' });
    const page = await open(`/p/${id}`);
    await page.getByRole('heading', { name: 'No server yet' }).waitFor();
    expect(await axeFindings(page, { within: 'main' })).toEqual([]);
    await page.keyboard.press('n');
    await page.waitForURL(`**/p/${id}/start?step=server`);
  });

  test('the palette finds a case, a trial and a tool, and runs the cases that call it', async () => {
    const { open, installation } = await sharedConsole();
    const page = await open(`/p/${projectId}`);
    const { items: cases } = await installation.api.assay.listEvalCases({ projectId, suiteId: helpdesk.suiteId });
    await page.getByRole('heading', { name: /suite fails/ }).waitFor();
    await page.keyboard.press('Control+k');
    await page.locator('.palette input').fill(cases[0]!.title);
    await page.getByRole('option', { name: cases[0]!.title, selected: true }).waitFor();
    expect(await axeFindings(page, { within: '.palette' })).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/suites/${helpdesk.suiteId}/cases/${cases[0]!.id}`);
    const [, runId] = helpdesk.runIds;
    const { items: trials } = await installation.api.assay.listEvalRunIterations({ projectId, runId });
    await page.locator('h1').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.locator('.palette input').fill(trials[0]!.id);
    await page.getByRole('option', { name: /^Trial 1/ }).click();
    await page.waitForURL(`**/runs/${runId}/i/${trials[0]!.id}`);
    await page.locator('h1').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.locator('.palette input').fill('order_status');
    await page.getByRole('option', { name: /^Call order_status/ }).waitFor();
    await page.getByRole('option', { name: /^Run only cases that call order_status/ }).click();
    await page.waitForURL(`**/suites/${helpdesk.suiteId}/launch?cases=case_*`);
  });

  test('every address that the product hands out opens a page', async () => {
    const { open, installation } = await sharedConsole();
    const { assay } = installation.api;
    const { serverId, suiteId, runIds } = helpdesk;
    const [baseRunId, runId] = runIds;
    const run = { projectId, runId };
    const { items: trials } = await assay.listEvalRunIterations(run);
    const [attention, search, summary, junit] = await Promise.all([
      assay.getProjectAttention({ projectId }),
      assay.searchProject({ projectId }, { q: 'order' }),
      assay.exportEvalRunMarkdown(run, { baseRunId }),
      assay.exportEvalRunJunit(run),
    ]);
    const ids = [serverId, suiteId, runId, trials[0]!.id, projectId];
    const linked = [summary, junit].flatMap((text) => addressesIn(text, installation.url));
    const paths = [
      ...attention.items.flatMap(({ action }) => action?.page.path ?? []),
      ...search.items.flatMap(({ path }) => path ?? []),
      ...ids.map((id) => `/by-id/${id}`),
      ...linked,
      consolePages.serverDrift(projectId, serverId),
      consolePages.suiteDrafts(projectId, suiteId, 'draft_00000000000000000000000000'),
      consolePages.suiteSchedule(projectId, suiteId),
      consolePages.runDecision(projectId, runId),
    ];
    expect(linked.length).toBeGreaterThan(2);
    const page = await open('/');
    await page.locator('h1').first().waitFor();
    const dead: string[] = [];
    for (const path of new Set(paths)) {
      await page.lead(path);
      await page.waitForURL((url) => !url.pathname.includes('/by-id/'));
      const shown = await page.locator('h1').first().textContent();
      if (shown === NOTHING) dead.push(path);
    }
    expect(dead).toEqual([]);
  });

  test('a key is shown once, and revoked for good', async () => {
    const { open, installation } = await sharedConsole();
    const page = await open(`/o/${organizationId}/settings/keys`);
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    await page.keyboard.press('n');
    await page.getByLabel('Name').fill('nightly');
    await page.keyboard.press('Enter');
    const key = await page.locator('.made-key code').textContent();
    expect(key).toMatch(/^sk_/);
    const answer = await fetch(`${installation.url}/api/v1/projects`, { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    await page.reload();
    await page.getByRole('row', { name: /nightly/ }).waitFor();
    expect(await page.content()).not.toContain(key);
    await page.getByRole('button', { name: 'Revoke nightly' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Revoke “nightly”?' });
    expect(await axeFindings(page, { within: '[role=alertdialog]' })).toEqual([]);
    await dialog.getByRole('button', { name: 'Revoke nightly' }).click();
    await page.getByRole('row', { name: /nightly/ }).waitFor({ state: 'detached' });
    expect(page.faults).toEqual([]);
  });
});

/** The paths of the installation's own addresses in a text. */
const addressesIn = (text: string, url: string): string[] =>
  [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/g)]
    .map(([address]) => address)
    .filter((address) => address.startsWith(`${url}/`) && !address.includes('/badges/'))
    .map((address) => address.slice(url.length));

/** How many streams are followed by the windows of the browser, and how many wait to go on with one. */
async function heldLocks(): Promise<{ held: number; waiting: number }> {
  const { held, pending } = await navigator.locks.query();
  return { held: held.length, waiting: pending.length };
}

/** A script that tells a page that its tab is hidden or seen: Chromium without a screen sees all of its tabs. */
const hiddenScript = (isHidden: boolean): string => `
  Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));`;
