import { helpdeskServer, type HelpdeskServer } from '@assay/testkit/mcp-servers/helpdesk-server';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { axeFindings, describeInChromium, type ConsolePage } from '../support/console-browser.ts';
import { sharedConsole } from './support/shared-console.ts';

const LONG_MS = 60_000;

/** Waits until the field, button or link of this name has the focus. */
const untilFocused = (
  page: ConsolePage,
  name: string | RegExp,
  role: 'button' | 'link' | 'textbox' = 'button',
): Promise<void> => page.getByRole(role, { name }).and(page.locator(':focus')).waitFor();

describeInChromium('the first run', () => {
  let everything: McpServerProcess;
  let helpdesk: HelpdeskServer;
  beforeAll(async () => {
    [everything, helpdesk] = await Promise.all([
      sharedEverythingServer({ transport: 'streamableHttp' }),
      helpdeskServer(),
    ]);
  });
  afterAll(() => Promise.all([everything.stop(), helpdesk.stop()]));

  const start = async (search = '') => {
    const { open, installation } = await sharedConsole();
    const { id: projectId } = await installation.api.assay.createProject({ name: 'First run' });
    return { page: await open(`/p/${projectId}${search}`), projectId, assay: installation.api.assay };
  };

  test(
    'a person gets from a wrong address to the reason of a verdict by the keyboard alone',
    async () => {
      const { page, projectId, assay } = await start('/servers');
      await page.getByRole('heading', { name: 'No server yet' }).waitFor();
      await page.keyboard.press('n');
      await untilFocused(page, 'Address', 'textbox');
      await page.keyboard.type(helpdesk.url.replace('/mcp', '/sse'));
      await page.keyboard.press('ControlOrMeta+Enter');
      await page.getByText('wrong_path').first().waitFor();
      await untilFocused(page, `Use ${helpdesk.url}`);
      await page.keyboard.press('Enter');
      await untilFocused(page, 'Draft cases from its tools');
      expect(await axeFindings(page, { within: 'main' })).toEqual([]);
      await page.keyboard.press('Enter');
      await untilFocused(page, /and run them/);
      await page.keyboard.press('ControlOrMeta+Enter');
      await page.waitForURL('**/start?**step=run**');
      await page
        .getByRole('heading', { name: /^(Passed|Failed|Not established|Inconclusive)\./ })
        .waitFor({ timeout: LONG_MS });
      await untilFocused(page, 'Read why it failed', 'link');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/runs/run_*/i/iter_*');
      const { items } = await assay.listEvalRuns({ projectId });
      expect(items).toMatchObject([{ status: 'completed' }]);
    },
    LONG_MS * 2,
  );

  test(
    'a pasted mcp.json with comments saves its servers and goes on to the doctor',
    async () => {
      const { page, projectId, assay } = await start('/start?way=paste');
      await untilFocused(page, 'mcp.json', 'textbox');
      await page.keyboard.insertText(`{ "mcpServers": { // mine
        "everything": { "url": "${everything.url}" }, "gone": { "url": "http://127.0.0.1:1/mcp" }, } }`);
      await page.keyboard.press('ControlOrMeta+Enter');
      await untilFocused(page, 'Draft cases from its tools');
      const { items } = await assay.listProjectServers({ projectId }, { sort: 'name' });
      expect(items.map(({ name, state }) => [name, state])).toEqual([
        ['everything', expect.stringMatching(/well|look/)],
        ['gone', undefined],
      ]);
    },
    LONG_MS,
  );

  test(
    'a command without a runner is led to a token, which is shown once',
    async () => {
      const { page, projectId, assay } = await start('/start?way=command');
      await untilFocused(page, 'Command', 'textbox');
      await page.keyboard.type('npx -y "my tools"');
      await page.keyboard.press('ControlOrMeta+Enter');
      await untilFocused(page, 'Make a token');
      await page.keyboard.press('Enter');
      await untilFocused(page, 'Copy');
      const shown = await page.locator('pre').filter({ hasText: 'runner start' }).innerText();
      expect(shown).toMatch(/rt_[\w-]+.*assay runner start .*--label stdio --allow npx/);
      const { items } = await assay.listProjectServers({ projectId });
      expect(items).toMatchObject([{ command: 'npx', args: ['-y', 'my tools'], name: 'my tools' }]);
      await page.reload();
      await page.getByRole('button', { name: 'Make a token' }).waitFor();
      expect(await page.locator('body').innerText()).not.toContain('rt_');
    },
    LONG_MS,
  );
});
