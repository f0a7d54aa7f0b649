import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { toolCall } from '../support/api.ts';
import { describeInChromium, type ConsolePage } from '../support/console-browser.ts';
import { sharedConsole } from './support/shared-console.ts';

// The gateway keeps the files that it has read, so this module comes before the modules that open the parts which it moves.

describeInChromium('a tab that is open during an upgrade', () => {
  let project: string;
  let path: string;
  beforeAll(async () => {
    const { api } = (await sharedConsole()).installation;
    const { assay } = api;
    const { id: projectId } = await assay.createProject({ name: 'Upgraded' });
    const id = await api.inProject(projectId).saveServer('away', 'http://127.0.0.1:1/mcp');
    const steps = [toolCall('call', 'away', 'find')];
    const { suiteId } = await assay.createEvalSuite(
      { projectId },
      { name: 'Upgraded', serverIds: [id], tests: [{ title: 'typed', steps }] },
    );
    const { items } = await assay.listEvalCases({ projectId, suiteId });
    project = `/p/${projectId}`;
    path = `${project}/suites/${suiteId}/cases/${items[0]!.id}`;
  });

  /** Does something while the files of a part of the console are in a folder beside them. */
  async function whileMoved(part: string, to: string, act: () => Promise<void>): Promise<void> {
    const { folder } = await sharedConsole();
    const names = (await readdir(join(folder, 'assets'))).filter((name) => name.startsWith(`${part}-`));
    expect(names.length).toBeGreaterThan(0);
    const moveAll = async (from: string, into: string): Promise<void> => {
      await mkdir(join(folder, into), { recursive: true });
      for (const name of names) await rename(join(folder, from, name), join(folder, into, name));
    };
    await moveAll('assets', to);
    await act().finally(() => moveAll(to, 'assets'));
  }
  const typed = async (): Promise<ConsolePage> => {
    const { open, installation } = await sharedConsole();
    // A session of its own has no files in its cache.
    const page = await open(path, { as: await installation.owner() });
    await page.getByLabel('Title').fill('typed before the upgrade');
    await page.getByText('1 unsaved change').waitFor();
    return page;
  };

  test('goes on with parts of its own build, which the new one keeps', async () => {
    const page = await typed();
    const { installation } = await sharedConsole();
    const { organizationId } = await installation.api.assay.getProject({ projectId: project.slice('/p/'.length) });
    await whileMoved('keys-screen', 'previous/assets', async () => {
      await page.lead(`/o/${organizationId}/settings/keys`);
      await page.getByRole('heading', { name: 'Keys' }).waitFor();
    });
    await page.close();
  });

  test('asks for a reload when a part is gone, and keeps what was typed', async () => {
    const page = await typed();
    await whileMoved('lab-screen', 'gone', async () => {
      await page.lead(`${project}/servers/srv_x/lab/lab_x`);
      await page.getByText('Assay was upgraded, and this page needs its new version').waitFor();
      await page.getByText('What you typed is kept in this tab.').waitFor();
      // The answer for a missing style is none.
      expect(page.faults.splice(0).filter((fault) => !fault.includes('/assets/lab-screen-'))).toEqual([]);
    });
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'There is nothing here that you can see' }).waitFor();
    await page.goto((await sharedConsole()).installation.url + path);
    await page.getByText('1 unsaved change').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('typed before the upgrade');
    await page.close();
  });
});
