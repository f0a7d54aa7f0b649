import { sharedEverythingServer } from '@assay/testkit/mcp-servers/everything-server';
import { axeFindings, describeInChromium } from '../support/console-browser.ts';
import { sharedConsole } from './support/shared-console.ts';

describeInChromium('the sheet of a launch', () => {
  let address: { projectId: string; suiteId: string };

  beforeAll(async () => {
    const { api } = (await sharedConsole()).installation;
    const everything = await sharedEverythingServer({ transport: 'streamableHttp' });
    const serverId = await api.saveServer('launched', everything.url);
    const step = { id: 'call', kind: 'toolCall', serverName: 'launched', toolName: 'echo' } as const;
    const asserts = { id: 'says', kind: 'assert', assertion: { type: 'noToolErrors' } } as const;
    const { projectId } = api;
    const tests = ['one', 'two'].map((title) => ({
      title,
      runs: 2,
      steps: [{ ...step, arguments: { message: title } }, asserts],
    }));
    const { suiteId } = await api.assay.createEvalSuite(
      { projectId },
      { name: 'Launched', serverIds: [serverId], tests },
    );
    address = { projectId, suiteId };
  });

  test('says before anything starts what a target would be refused for, and leaves it out', async () => {
    const { open, installation } = await sharedConsole();
    const { projectId, suiteId } = address;
    const page = await open(`/p/${projectId}/suites/${suiteId}/launch?arm=no-server&arm=model%3Dscripted%2Frules`);
    const sheet = page.getByRole('dialog', { name: 'Launch Launched' });
    await sheet.getByText('One target would be refused').waitFor();
    expect(await sheet.getByRole('button', { name: /^Launch/ }).isDisabled()).toBe(true);
    expect(await axeFindings(page, { within: '[role=dialog]' })).toEqual([]);
    await sheet.getByRole('button', { name: 'Leave it out' }).click();
    await sheet.getByRole('button', { name: 'Launch 1 run, 4 trials' }).waitFor();
    expect((await installation.api.assay.listEvalSuiteRuns(address)).items).toEqual([]);
    expect(page.faults).toEqual([]);
  });

  test('launches the chosen cases by keyboard, and leads to the run', async () => {
    const { open, installation } = await sharedConsole();
    const { projectId, suiteId } = address;
    const page = await open(`/p/${projectId}/suites/${suiteId}/launch`);
    await page.getByRole('button', { name: 'Launch 1 run, 4 trials' }).waitFor();
    // The keys of the page behind the sheet rest, though that page was drawn after it.
    await page.getByText('Pass rate').first().waitFor({ state: 'attached' });
    await page.keyboard.press('n');
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.getByRole('button', { name: 'Choose' }).click();
    await page.getByLabel('two').check();
    await page.getByRole('button', { name: 'Launch 1 run, 2 trials' }).waitFor();
    await page.getByLabel('Note').fill('from the sheet');
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Leave this launch?' });
    await question.waitFor();
    // The safe button is the first.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(`**/p/${projectId}/runs/run_*`);
    const [run] = (await installation.api.assay.listEvalSuiteRuns(address)).items;
    expect([run!.notes, page.url().endsWith(run!.id)]).toEqual(['from the sheet', true]);
    await installation.api.finishedRun(run!.id);
  });
});
