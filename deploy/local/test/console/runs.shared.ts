import { sharedEverythingServer } from '@assay/testkit/mcp-servers/everything-server';
import type { EvalTestStep } from '@assay/sdk';
import { describeInChromium } from '../support/console-browser.ts';
import { sharedConsole } from './support/shared-console.ts';

const echo = (needle: string): EvalTestStep[] => [
  { id: 'call', kind: 'toolCall', serverName: 'run', toolName: 'echo', arguments: { message: 'hello' } },
  { id: 'says', kind: 'assert', assertion: { type: 'toolResultContains', needle } },
];
const slow: EvalTestStep[] = [
  {
    id: 'call',
    kind: 'toolCall',
    serverName: 'run',
    toolName: 'trigger-long-running-operation',
    arguments: { duration: 1, steps: 1 },
  },
];

describeInChromium('the pages of runs', () => {
  let projectId: string;
  let serverId: string;
  let runId: string;

  beforeAll(async () => {
    const { api } = (await sharedConsole()).installation;
    ({ projectId } = api);
    const everything = await sharedEverythingServer({ transport: 'streamableHttp' });
    serverId = await api.saveServer('run', everything.url);
    const { suiteId } = await api.assay.createEvalSuite(
      { projectId },
      {
        name: 'Pages of runs',
        serverIds: [serverId],
        minimumAccuracy: 90,
        gate: { minimumPassRate: 0.9 },
        tests: [
          { title: 'says hello', steps: echo('hello') },
          { title: 'says good bye', steps: echo('good bye') },
        ],
      },
    );
    ({ id: runId } = await api.finishedRun(await api.startRun({ suiteId })));
  });

  test('lead from a list to the cited message of a failed trial by the keyboard', async () => {
    const { open } = await sharedConsole();
    const page = await open(`/p/${projectId}/runs?q=none`);
    await page.getByText('No run matches the filters').waitFor();
    await page.getByRole('button', { name: 'Remove them' }).click();
    await page
      .getByRole('row', { name: /Pages of runs/ })
      .first()
      .click();
    await page.getByRole('complementary', { name: 'Run' }).getByText('Failed.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Failed. 1 of 2 trials passed' }).waitFor();
    // The first failed case is chosen already, with its reason.
    const inspector = page.getByRole('complementary', { name: 'Case' });
    await inspector.getByText('Why iteration 1 failed').waitFor();
    await inspector.getByRole('link', { name: 'Open the trace' }).click();
    await page.waitForURL(/\/i\/iter_\w+\?.*check=/);
  });

  test('keep the verdict of a run whose gate is waived', async () => {
    const { open, installation } = await sharedConsole();
    const page = await open(`/p/${projectId}/runs/${runId}?tab=decision`);
    await page.getByText('1 of 1 rules fails').waitFor();
    await page.getByText('all 1 regressed').waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /1 of the failed trials pass/ }).waitFor();
    await page.keyboard.press('w');
    await page.getByLabel('Why').fill('The new answer is wanted.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByRole('button', { name: 'Take back' }).waitFor();
    await page.getByText('The new answer is wanted.').waitFor();
    await page.getByRole('heading', { name: /^Failed\./ }).waitFor();
    const { api } = installation;
    expect(await api.assay.getEvalRunGate({ projectId, runId })).toMatchObject({ outcome: 'failed', waived: true });
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('button', { name: 'Take the waiver back' }).click();
    await page.getByText('none in force', { exact: true }).waitFor();
  });

  test('change figures in place while a run goes on, and ask before it is cancelled', async () => {
    const { open, installation } = await sharedConsole();
    const { api } = installation;
    const { suiteId } = await api.assay.createEvalSuite(
      { projectId },
      {
        name: 'Slow pages',
        serverIds: [serverId],
        tests: ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((title) => ({
          title,
          steps: slow,
          iterations: 10,
        })),
      },
    );
    const slowRun = await api.startRun({ suiteId });
    const page = await open(`/p/${projectId}/runs/${slowRun}`);
    await page.getByRole('heading', { name: /^(Waiting|Running)\./ }).waitFor();
    await page.getByRole('heading', { name: /^Running\. [1-9]\d* of 60/ }).waitFor();
    await page.getByRole('row', { name: /first/ }).waitFor();
    await page.keyboard.press('>');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('The run gets no verdict.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel run 1' }).click();
    await page.getByRole('heading', { name: /^Not established\./ }).waitFor();
    await page.getByRole('button', { name: /Rerun what is missing/ }).waitFor();
    await page.goto(`${page.url()}?tab=decision`);
    await page.getByText('are missing').first().waitFor();
  });

  test('say which settings differ, and show every export', async () => {
    const { open } = await sharedConsole();
    const page = await open(`/p/${projectId}/runs/${runId}?tab=configuration`);
    await page.getByRole('heading', { name: 'There is no earlier run to hold it against.' }).waitFor();
    await page.getByRole('cell', { name: '90\u202f% of all trials' }).waitFor();
    await page.getByRole('tab', { name: 'Exports' }).click();
    await page.getByText('1 of 2 trials passed').last().waitFor();
    await page.getByRole('row', { name: /JUnit/ }).click();
    await page.getByText('<testsuite').first().waitFor();
  });
});
