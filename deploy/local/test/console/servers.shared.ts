import { freePort } from '@assay/postgres/free-port';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { axeFindings, describeInChromium } from '../support/console-browser.ts';
import { sharedConsole } from './support/shared-console.ts';

const LONG_MS = 60_000;
const HOSTILE = '<img src=x onerror=alert(1)>';

describeInChromium('the servers of a project', () => {
  let everything: McpServerProcess;
  beforeAll(async () => {
    everything = await sharedEverythingServer({ transport: 'streamableHttp' });
  });
  afterAll(() => everything.stop());

  /** A project with servers of these names and addresses, each diagnosed. */
  const project = async (servers: Record<string, string>) => {
    const { open, installation } = await sharedConsole();
    const { assay } = installation.api;
    const { id: projectId } = await assay.createProject({ name: 'Servers' });
    const ids: Record<string, string> = {};
    for (const [name, url] of Object.entries(servers)) {
      const server = { name, url, enabled: true, transportType: 'http' as const, tags: ['depot'] };
      ids[name] = (await assay.createProjectServer({ projectId }, server)).id;
      await assay.runDoctor({ projectId, serverId: ids[name] });
    }
    return { open, assay, projectId, ids };
  };

  test(
    'the worst server is open with its cause and evidence, and every part passes axe',
    async () => {
      const port = await freePort();
      const { open, projectId } = await project({ ready: everything.url, down: `http://127.0.0.1:${port}/mcp` });
      const page = await open(`/p/${projectId}/servers`);
      await page.getByRole('heading', { name: '1 of 2 servers cannot be used.' }).waitFor();
      const inspector = page.getByRole('complementary', { name: 'down' });
      await inspector.getByText('ECONNREFUSED').waitFor();
      await page.getByText('The last 14 days').waitFor();
      expect(await axeFindings(page, { within: 'main' })).toEqual([]);
    },
    LONG_MS,
  );

  test(
    'a wrong address is mended by Enter, and the list shows it as ready',
    async () => {
      const { open, projectId } = await project({ wrong: everything.url.replace('/mcp', '/sse') });
      const page = await open(`/p/${projectId}/servers`);
      await page.getByRole('button', { name: `Save ${everything.url}` }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: /server is ready|needs a look/ }).waitFor();
    },
    LONG_MS,
  );

  test(
    'filters, the selection and hostile names stand in the address and in the page as text',
    async () => {
      const { open, projectId, ids, assay } = await project({ first: everything.url });
      const { id } = await assay.createProjectServer(
        { projectId },
        { name: HOSTILE, url: everything.url, enabled: true, transportType: 'http' },
      );
      const page = await open(`/p/${projectId}/servers?q=img&sel=${id}`);
      await page.getByRole('complementary').getByText(HOSTILE).first().waitFor();
      const rows = page.locator('table[role=grid] tr[data-row]');
      await rows.first().waitFor();
      expect(await rows.count()).toBe(1);
      await page.getByRole('searchbox').fill('');
      await page.locator(`tr[data-row="${ids['first']}"]`).click();
      await page.waitForURL(`**/servers?sel=${ids['first']}`);
    },
    LONG_MS,
  );

  test(
    'a second edit of the settings shows the conflict, loses nothing, and is finished by the keyboard',
    async () => {
      const { open, projectId, ids, assay } = await project({ mine: everything.url });
      const address = { projectId, serverId: ids['mine']! };
      const page = await open(`/p/${projectId}/servers/${address.serverId}?tab=settings`);
      await page.getByLabel('Name', { exact: true }).fill('yours');
      await page.getByText('1 unsaved change').waitFor();
      await assay.updateProjectServer(address, { name: 'theirs', timeout: 45_000 });
      await page.keyboard.press('ControlOrMeta+s');
      const dialog = page.getByRole('alertdialog');
      await dialog.getByText('theirs', { exact: true }).first().waitFor();
      expect(await axeFindings(page, { within: '[role=alertdialog]' })).toEqual([]);
      await page.keyboard.press('ControlOrMeta+Enter');
      await dialog.waitFor({ state: 'hidden' });
      expect(await assay.getProjectServer(address)).toMatchObject({ name: 'yours', timeout: 45_000, revision: 3 });
    },
    LONG_MS,
  );

  test(
    'a deletion names its consequences before it is made',
    async () => {
      const { open, projectId, ids, assay } = await project({ doomed: everything.url });
      await assay.createEvalSuite(
        { projectId },
        { name: 'needs it', serverIds: [ids['doomed']!], model: 'scripted/rules' },
      );
      const page = await open(`/p/${projectId}/servers/${ids['doomed']}?tab=settings`);
      await page.getByRole('button', { name: 'Delete doomed…' }).click();
      const dialog = page.getByRole('alertdialog', { name: 'Delete doomed?' });
      await dialog.getByText('1 suite').waitFor();
      await dialog.getByRole('button', { name: 'Delete doomed' }).click();
      await page.getByRole('heading', { name: 'No server yet' }).waitFor();
      expect((await assay.listProjectServers({ projectId })).items).toEqual([]);
    },
    LONG_MS,
  );
});
