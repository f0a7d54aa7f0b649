import type { Page } from 'playwright-core';
import { helpdeskServer, type HelpdeskServer } from '@assay/testkit/mcp-servers/helpdesk-server';
import { waitUntil } from '@assay/testkit/until';
import { axeFindings, describeInChromium } from '../support/console-browser.ts';
import { hostileServer } from './support/hostile-server.ts';
import { sharedConsole } from './support/shared-console.ts';

describeInChromium('the page of a server', () => {
  let helpdesk: HelpdeskServer;
  let hostile: Awaited<ReturnType<typeof hostileServer>>;
  let hostileId: string;
  beforeAll(async () => {
    const { installation } = await sharedConsole();
    [helpdesk, hostile] = await Promise.all([helpdeskServer(), hostileServer()]);
    hostileId = await installation.api.saveServer('hostile', hostile.url);
  });
  afterAll(() => Promise.all([helpdesk.stop(), hostile.stop()]));

  const at = async (serverId: string, rest = '', look = {}): Promise<Page> => {
    const { open, installation } = await sharedConsole();
    return open(`/p/${installation.api.projectId}/servers/${serverId}${rest}`, look);
  };

  test('a wrong address is the verdict with its evidence, and is saved right by one key', async () => {
    const { installation } = await sharedConsole();
    const serverId = await installation.api.saveServer('misplaced', helpdesk.url.replace(/\/mcp$/, '/sse'));
    const page = await at(serverId);
    await page.getByRole('heading', { level: 1, name: /^Not diagnosed yet/ }).waitFor();
    await page.keyboard.press('d');
    await page.getByRole('heading', { level: 1, name: /^Not usable\. There is no MCP endpoint/ }).waitFor();
    await page.getByRole('region', { name: 'The evidence' }).getByText('"answersAt"').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /^Ready/ }).waitFor();
    const { url } = await installation.api.assay.getProjectServer({ projectId: installation.api.projectId, serverId });
    expect(url).toBe(helpdesk.url);
  });

  test('a tool is called from its form with a value that does not fit, and shows the wire', async () => {
    const page = await at(hostileId, '/tools');
    await page.getByLabel('query').fill('refund');
    await page.getByLabel('limit').fill('80');
    await page.getByLabel('password').fill('hunter22');
    await page.getByText('80 is above the maximum of 50. You may send it').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('grid', { name: 'Messages of this call' }).getByText('tools/call').waitFor();
    await page.getByText('2 messages of this call').waitFor();
    expect(await axeFindings(page, { within: 'main' })).toEqual([]);
    await page.waitForURL(/limit%22%3A80/);
    expect(decodeURIComponent(page.url())).not.toMatch(/password|hunter22/);
    // The form is the address: the typed values are there again, without the secret.
    await page.reload();
    await page.getByLabel('query').waitFor();
    expect([await page.getByLabel('query').inputValue(), await page.getByLabel('password').inputValue()]).toEqual([
      'refund',
      '',
    ]);
    const earlier = page.getByRole('region', { name: 'Earlier calls' });
    await earlier.getByText('"password":"[redacted]"').click();
    await page.getByText('Masked values are sent as they stand here.').waitFor();
  });

  test('nothing is read before it is asked for, and foreign text is text', async () => {
    const page = await at(hostileId, '?tab=resources&uri=note://page');
    await page.getByRole('treeitem', { name: /pixel/ }).waitFor();
    await page.getByRole('heading', { name: 'Nothing was read yet.' }).waitFor();
    expect(hostile.read).toEqual([]);
    await page.getByRole('button', { name: 'Read all' }).click();
    await page.getByRole('heading', { name: '1 of 3 resources is not what it declares. 2 are served' }).waitFor();
    const content = page.getByRole('region', { name: 'The content' });
    await content.getByText('<script>document.title = 1</script>').waitFor();
    await content.getByText('⟨RLO⟩').waitFor();
    expect(hostile.read.toSorted()).toEqual(['note://liar', 'note://page', 'note://pixel']);
    await page.getByRole('treeitem', { name: /pixel/ }).click();
    await page.getByText('1 × 1, not shown yet').waitFor();
    expect(await page.getByRole('img', { name: 'The picture in the result' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show it' }).click();
    const picture = page.getByRole('img', { name: 'The picture in the result' });
    await picture.waitFor();
    expect(await picture.getAttribute('src')).toMatch(/^blob:/);
    expect(await axeFindings(page, { within: 'main' })).toEqual([]);
    expect(await page.title()).toBe('Resources of hostile · Assay');
  });

  test('two surfaces are compared, with the cases that call a changed tool', async () => {
    const { installation } = await sharedConsole();
    const { assay, projectId } = installation.api;
    const serverId = await installation.api.saveServer('drifting', helpdesk.url);
    const recorded = (count: number) =>
      waitUntil(async () => (await assay.listServerSurfaces({ projectId, serverId })).items.length === count);
    await assay.exportServer({ projectId, serverId });
    await recorded(1);
    helpdesk.release('1.5.0');
    await assay.exportServer({ projectId, serverId });
    await recorded(2);
    helpdesk.release('1.4.2');
    const steps = [
      {
        id: 's1',
        kind: 'toolCall' as const,
        serverName: 'drifting',
        toolName: 'refund_order',
        arguments: { amountCents: 5 },
      },
    ];
    await assay.createEvalSuite(
      { projectId },
      { name: 'Refunds', serverIds: [serverId], tests: [{ title: 'refunds in cents', steps }] },
    );
    const page = await at(serverId, '?tab=drift');
    await page.getByRole('heading', { name: /breaks? callers of drifting, 1\.5\.0 against 1\.4\.2\./ }).waitFor();
    await page.getByText('1 case of Refunds calls it with amountCents.').waitFor();
    await page.locator('#cases').getByRole('link', { name: 'refunds in cents' }).waitFor();
  });
});
