import { sharedEverythingServer } from '@assay/testkit/mcp-servers/everything-server';
import { waitUntil } from '@assay/testkit/until';
import type { EvalTestStep } from '@assay/sdk';
import { describeInChromium } from '../support/console-browser.ts';
import { sharedConsole } from './support/shared-console.ts';

const echo = (message: string, needle: string): EvalTestStep[] => [
  { id: 'call', kind: 'toolCall', serverName: 'traced', toolName: 'echo', arguments: { message } },
  { id: 'says', kind: 'assert', assertion: { type: 'toolResultContains', needle } },
];
const NAMED = '<img src=x onerror=alert(1)>\u202e';

describeInChromium('a trace, a comparison and a matrix', () => {
  let projectId: string;
  let runGroupId: string;
  let runIds: string[];

  beforeAll(async () => {
    const { installation } = await sharedConsole();
    const { api } = installation;
    ({ projectId } = api);
    const everything = await sharedEverythingServer({ transport: 'streamableHttp' });
    const serverId = await api.saveServer('traced', everything.url);
    const { suiteId } = await api.assay.createEvalSuite(
      { projectId },
      {
        name: 'Traced',
        serverIds: [serverId],
        tests: [
          { title: 'echoes', steps: echo('hello', 'hello') },
          { title: NAMED, steps: echo(NAMED, 'goodbye') },
          { title: 'fails too', steps: echo('hello', 'bye') },
        ],
      },
    );
    const group = await api.assay.createEvalRunGroup(
      { projectId },
      { suiteId, targets: [{ arm: { name: 'A' } }, { arm: { name: 'B' } }] },
    );
    ({ runGroupId } = group);
    runIds = group.targets.map(({ runId }) => runId!);
    for (const runId of runIds) await api.finishedRun(runId);
  });

  async function failedIterations(): Promise<string[]> {
    const { installation } = await sharedConsole();
    const { items } = await installation.api.assay.listEvalRunIterations({ projectId, runId: runIds[0]! });
    return items.filter(({ result }) => result === 'failed').map(({ id }) => id);
  }

  test('a failed trial leads by keys to its evidence, its message and the next failure', async () => {
    const { open } = await sharedConsole();
    const [first, second] = await failedIterations();
    const page = await open(`/p/${projectId}/runs/${runIds[0]}/i/${first}`);
    await page.getByRole('heading', { level: 1, name: /^Failed at the stage response/ }).waitFor();
    const chosen = page.getByRole('list', { name: 'Assertions' }).locator('[aria-current=true]');
    await chosen.getByText('toolResultContains').waitFor();
    await page.getByRole('treeitem', { name: /tools\/call echo/, selected: true }).waitFor();
    await page.keyboard.press('e');
    await page.locator('[aria-current=true]:focus').waitFor();
    await page.keyboard.press('e');
    expect(await page.locator('pre:focus mark').innerText()).toContain('⟨RLO⟩');
    await page.keyboard.press('3');
    await page.waitForURL(/tab=wire/);
    const evidence = page.getByRole('row', { selected: true });
    await evidence.getByText('evidence').waitFor();
    await page.keyboard.press('m');
    await page.getByRole('row', { name: /tools\/call/, selected: true }).waitFor();
    await page.keyboard.press(']');
    await page.waitForURL(`**/i/${second}?tab=wire`);
  });

  test('a label is given by keys, and taken back', async () => {
    const { open, installation } = await sharedConsole();
    const [iterationId] = await failedIterations();
    const labels = async () =>
      (
        await installation.api.assay.getEvalIteration({ projectId, runId: runIds[0]!, iterationId: iterationId! })
      ).labels.map(({ verdict }) => verdict);
    const page = await open(`/p/${projectId}/runs/${runIds[0]}/i/${iterationId}`);
    await page.getByRole('button', { name: 'Label', exact: false }).first().waitFor();
    await page.keyboard.press('l');
    await page.getByRole('group', { name: 'Label' }).waitFor();
    await page.keyboard.press('p');
    await page.getByRole('button', { name: /^Labelled passed/ }).waitFor();
    await waitUntil(async () => (await labels())[0] === 'passed');
    await page.keyboard.press('l');
    await page.getByRole('group', { name: 'Label' }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('button', { name: /^Label(?!led)/ }).waitFor();
    await waitUntil(async () => (await labels()).length === 0);
  });

  test('a message opens on a narrow page each time that one is chosen', async () => {
    const { open } = await sharedConsole();
    const [first] = await failedIterations();
    const page = await open(`/p/${projectId}/runs/${runIds[0]}/i/${first}?tab=wire`, { width: 390 });
    const rows = page.getByRole('grid', { name: 'Messages on the wire' }).getByRole('row');
    const panes = page.getByRole('group', { name: 'Parts of the trace' });
    for (const which of [1, 2]) {
      await rows.nth(which).click();
      await panes.getByRole('button', { name: 'Message', exact: true, pressed: true }).waitFor();
      await panes.getByRole('button', { name: 'Messages' }).click();
    }
  });

  test('the matrix moves by arrow keys, changes its base, and opens both traces of a cell', async () => {
    const { open } = await sharedConsole();
    const page = await open(`/p/${projectId}/groups/${runGroupId}`);
    await page.getByRole('heading', { level: 1, name: /^2 of 2 arms fail; 0 of 3 cases depend on the arm/ }).waitFor();
    const grid = page.getByRole('grid', { name: 'Cases by runs' });
    expect(await grid.getByRole('columnheader').allInnerTexts()).toMatchObject(
      [/Case/, /A/, /B/].map((of) => expect.stringMatching(of)),
    );
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('b');
    await page.waitForURL(/base=/);
    await grid.getByRole('columnheader', { name: 'B' }).waitFor();
    await page.getByText(/^Against B, 3 trials paired/).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('complementary', { name: 'Selected cell' }).getByText('A', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/compare\?base=/);
    await page.getByRole('heading', { level: 1, name: /^No difference beyond noise/ }).waitFor();
    await page.getByRole('heading', { name: /^Side by side/ }).waitFor();
  });

  test('a comparison shows the differences, then all cases, and asks for a missing baseline', async () => {
    const { open } = await sharedConsole();
    const page = await open(`/p/${projectId}/runs/${runIds[1]}/compare?base=${runIds[0]}`);
    const table = page.getByRole('grid', { name: 'Cases of both runs' });
    await table.getByText('Still failing').waitFor();
    expect(await table.getByText('echoes').count()).toBe(0);
    await page.keyboard.press('d');
    await table.getByText('echoes').waitFor();
    await page.goto(page.url().replace(/\?.*$/, ''));
    await page.getByText('There is no run to compare with').waitFor();
  });
});
