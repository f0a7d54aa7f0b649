import { sharedEverythingServer } from '@assay/testkit/mcp-servers/everything-server';
import { waitUntil } from '@assay/testkit/until';
import { axeFindings, describeInChromium, type ConsolePage } from '../support/console-browser.ts';
import { sharedConsole } from './support/shared-console.ts';

describeInChromium('the drafts of a suite', () => {
  let address: { projectId: string; suiteId: string };
  let page: ConsolePage;

  beforeAll(async () => {
    const { open, installation } = await sharedConsole();
    const { api } = installation;
    const everything = await sharedEverythingServer({ transport: 'streamableHttp' });
    const serverId = await api.saveServer('drafted', everything.url);
    const step = { id: 'call', kind: 'toolCall', serverName: 'drafted', toolName: 'echo' } as const;
    const asserts = { id: 'says', kind: 'assert', assertion: { type: 'noToolErrors' } } as const;
    const tests = [{ title: 'echoes', steps: [{ ...step, arguments: { message: 'a known text' } }, asserts] }];
    const { projectId } = api;
    const { suiteId } = await api.assay.createEvalSuite(
      { projectId },
      { name: 'Drafted', serverIds: [serverId], model: 'scripted/rules', tests },
    );
    address = { projectId, suiteId };
    await api.assay.generateEvalCases(address, { hold: true, caseMix: { simple: 2, negative: 2 } });
    page = await open(`/p/${projectId}/suites/${suiteId}?tab=drafts`);
    await page.getByText('4 of 4 drafts wait for your decision.').waitFor();
  });

  const drafts = async () =>
    (await (await sharedConsole()).installation.api.assay.listEvalCaseDrafts(address, {})).items;
  const decisions = async () => (await drafts()).map(({ draft }) => draft.decision ?? 'open');

  test('are shown without a serious finding of axe', async () => {
    expect(await axeFindings(page, { within: 'main' })).toEqual([]);
  });

  test('are decided by keyboard alone, and a doubt is answered before its draft is kept', async () => {
    const [first, ...others] = await drafts();
    expect(first!.draft.case.title).toBe('Calls echo');
    // The first value that a case of the suite uses is chosen beforehand.
    expect(await page.getByRole('radio', { name: 'Use a known text' }).isChecked()).toBe(true);
    await page.keyboard.press('a');
    await page.getByText('1 kept, 0 rejected, 3 open').waitFor();
    await page.keyboard.press('x');
    await page.getByText('1 kept, 1 rejected, 2 open').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await page.getByText('2 kept, 1 rejected, 1 open').waitFor();
    await page.reload();
    await page.getByText('2 kept, 1 rejected, 1 open').waitFor();
    expect((await decisions()).toSorted()).toEqual(['kept', 'kept', 'open', 'rejected']);
    expect(others).toHaveLength(3);
  });

  test('are written by a commit, the kept ones alone, with the answer in place of the guess', async () => {
    await page.getByRole('button', { name: 'Commit 2 of 4' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('2 cases written').waitFor();
    await waitUntil(async () => (await drafts()).length === 2);
    const { installation } = await sharedConsole();
    const { items } = await installation.api.assay.listEvalCases(address);
    expect(items.find(({ title }) => title === 'Calls echo')?.steps).toMatchObject([
      { prompt: 'echo {"message":"a known text"}' },
      { assertion: { args: { args: { message: 'a known text' } } } },
    ]);
    expect(page.faults).toEqual([]);
  });
});
