import { sharedEverythingServer } from '@assay/testkit/mcp-servers/everything-server';
import type { EvalTestStep } from '@assay/sdk';
import { waitUntil } from '@assay/testkit/until';
import { ownerPassword } from '../support/installation.ts';
import { axeFindings, describeInChromium, type ConsolePage } from '../support/console-browser.ts';
import { sharedConsole } from './support/shared-console.ts';

const steps: EvalTestStep[] = [
  { id: 'call', kind: 'toolCall', serverName: 'edited', toolName: 'echo', arguments: { message: 'hello' } },
  { id: 'says', kind: 'assert', assertion: { type: 'toolResultContains', needle: 'hello' } },
];

describeInChromium('the editor of a case', () => {
  let projectId: string;
  let suiteId: string;

  beforeAll(async () => {
    const { installation } = await sharedConsole();
    const { api } = installation;
    ({ projectId } = api);
    const everything = await sharedEverythingServer({ transport: 'streamableHttp' });
    const serverId = await api.saveServer('edited', everything.url);
    ({ suiteId } = await api.assay.createEvalSuite(
      { projectId },
      {
        name: 'Edited',
        serverIds: [serverId],
        tests: ['tried', 'shared', 'kept', 'moved'].map((title) => ({ title, steps })),
      },
    ));
    await api.finishedRun(await api.startRun({ suiteId }));
  });

  async function openCase(title: string): Promise<{ page: ConsolePage; caseId: string; path: string }> {
    const { open, installation } = await sharedConsole();
    const { items } = await installation.api.assay.listEvalCases({ projectId, suiteId });
    const { id: caseId } = items.find((each) => each.title === title)!;
    const path = `/p/${projectId}/suites/${suiteId}/cases/${caseId}`;
    const page = await open(path);
    await page.getByLabel('Title').waitFor();
    return { page, caseId, path };
  }
  const stored = async (caseId: string) =>
    (await sharedConsole()).installation.api.assay.getEvalCase({ projectId, suiteId, caseId });

  test('says what a change would decide on the recorded trials before it is saved', async () => {
    const { page, caseId } = await openCase('tried');
    await page.getByText('All 1 pass as saved').waitFor();
    await page.getByRole('button', { name: /^says.*2$/ }).click();
    await page.getByLabel('needle').fill('good bye');
    await page.getByText('1 of 1 would fail with your changes').waitFor();
    await page.getByText('1 unsaved change').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Revision 2', { exact: true }).waitFor();
    expect((await stored(caseId)).steps[1]).toMatchObject({ assertion: { needle: 'good bye' } });
  });

  test('puts two edits of one case beside each other and loses nothing', async () => {
    const { page: mine, caseId, path } = await openCase('shared');
    const { open } = await sharedConsole();
    const theirs = await open(path);
    await theirs.getByLabel('Title').fill('shared, as they call it');
    await mine.getByLabel('Title').fill('shared, as I call it');
    await mine.getByLabel('Runs').fill('4');
    await theirs.getByRole('button', { name: /^Save/ }).click();
    await theirs.getByText('Revision 2', { exact: true }).waitFor();
    await mine.keyboard.press('Control+s');
    const dialog = mine.getByRole('alertdialog');
    await dialog.getByText('You began at revision 1; it is at revision 2 now').waitFor();
    await dialog.getByText('1 of your 2 changes conflicts').waitFor();
    expect(await axeFindings(mine, { within: '[role=alertdialog]' })).toEqual([]);
    // The safe button has the focus: it closes the dialog without a change.
    await mine.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await mine.getByLabel('Title').inputValue()).toBe('shared, as I call it');
    await mine.keyboard.press('Control+s');
    await mine.getByRole('radio', { name: 'shared, as they call it' }).check();
    await mine.keyboard.press('Control+Enter');
    await mine.getByText('Revision 3', { exact: true }).waitFor();
    expect(await stored(caseId)).toMatchObject({ title: 'shared, as they call it', iterations: 4 });
  });

  test('keeps what was typed over a reload and a session that ends in between', async () => {
    const { page, caseId } = await openCase('kept');
    await page.getByLabel('Title').fill('kept over a reload');
    await page.reload();
    await page.getByText('1 unsaved change').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('kept over a reload');
    await page.getByLabel('Title').fill('kept over the session');
    await page.context().clearCookies();
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('alertdialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill(ownerPassword);
    await dialog.getByRole('button', { name: /^Sign in/ }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Title').inputValue()).toBe('kept over the session');
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.getByText('Revision 2', { exact: true }).waitFor();
    expect((await stored(caseId)).title).toBe('kept over the session');
    await waitUntil(async () =>
      page.evaluate(() => Object.keys(sessionStorage).every((key) => !key.startsWith('assay-edit'))),
    );
  });

  test('moves and removes steps by keyboard, and shows them without a finding of axe', async () => {
    const { page } = await openCase('moved');
    const row = (name: RegExp) => page.getByRole('button', { name });
    await row(/^says.*2$/).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await row(/^says.*1$/).waitFor();
    await page.keyboard.press('Backspace');
    await row(/^call.*1$/).waitFor();
    expect(await row(/^says/).count()).toBe(0);
    await page.getByRole('button', { name: 'Assertion' }).click();
    await page.getByLabel('needle').waitFor();
    expect(await axeFindings(page, { within: 'main' })).toEqual([]);
    expect(page.faults).toEqual([]);
  });
});
