import { consoleFolder, ensureConsole } from '@assay/console/console-build';
import { helpdeskServer, type HelpdeskServer } from '@assay/testkit/mcp-servers/helpdesk-server';
import { findFirefox, openFirefox, type FirefoxWindow } from '../support/firefox.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

const LONG_MS = 180_000;
const firefox = findFirefox();
/** Where there is no Firefox, its tests are counted as skipped. */
const describeInFirefox = firefox === undefined ? describe.skip : describe;

describeInFirefox('the console in Firefox', () => {
  let installation: Installation;
  let helpdesk: HelpdeskServer;
  let page: FirefoxWindow;
  beforeAll(async () => {
    const folder = await consoleFolder();
    await ensureConsole(folder, new AbortController().signal);
    [installation, helpdesk, page] = await Promise.all([
      startInstallation({ CONSOLE_DIR: folder }),
      helpdeskServer(),
      openFirefox(firefox!),
    ]);
  }, LONG_MS);
  afterAll(() => Promise.all([page.close(), installation.stop(), helpdesk.stop()]));

  test(
    'a person gets from an address to the reason of a verdict',
    async () => {
      const { cookie } = await installation.owner();
      const [name, value] = cookie.split('=') as [string, string];
      await page.setCookie(name, value, '127.0.0.1');
      const { assay } = installation.api;
      const { id: projectId } = await assay.createProject({ name: 'First run' });
      await page.open(`${installation.url}/p/${projectId}/start`);
      await page.until(focused('Address'));
      await page.type(helpdesk.url);
      await page.pressControlEnter();
      await page.until(focused('Draft cases from its tools'));
      await page.clickFocused();
      await page.until(focused('and run them'));
      await page.pressControlEnter();
      await page.until(focused('Read why it failed'));
      await page.clickFocused();
      await page.until(`/\\/runs\\/run_\\w+\\/i\\/iter_/.test(location.pathname)`);
      await page.until(`document.querySelector('h1')?.textContent.startsWith('Failed at the stage') === true`);
      expect((await assay.listEvalRuns({ projectId })).items).toMatchObject([{ status: 'completed' }]);
      expect(await page.read('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    },
    LONG_MS,
  );
});

/** Whether the element with the focus has a name with these words. */
const focused = (words: string): string =>
  `[document.activeElement?.textContent, ...[...(document.activeElement?.labels ?? [])].map((one) => one.textContent)].some((text) => text?.includes(${JSON.stringify(words)}))`;
