import { waitUntil } from '@assay/testkit/until';
import type { Page } from 'playwright-core';
import { helpdeskServer, type HelpdeskServer } from '@assay/testkit/mcp-servers/helpdesk-server';
import { listenLocally, type ListeningServer } from '@assay/testkit/listen';
import { axeFindings, describeInChromium } from '../support/console-browser.ts';
import { lab } from './support/console-routes.ts';
import { sharedConsole } from './support/shared-console.ts';

/** A server whose metadata name its origin as the resource, in place of its address. */
const parentServer = (): Promise<ListeningServer> =>
  listenLocally((request, response) => {
    const origin = `http://${request.headers.host}`;
    const documents: Record<string, object> = {
      '/.well-known/oauth-protected-resource/mcp': { resource: origin, authorization_servers: [origin] },
      '/.well-known/oauth-authorization-server': {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
      },
    };
    const found = documents[request.url!];
    if (found) return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found));
    return void response.writeHead(request.method === 'POST' ? 401 : 404).end();
  });

describeInChromium('the tabs that judge a server', () => {
  let helpdesk: HelpdeskServer;
  let behindOAuth: ListeningServer;
  let [serverId, oauthId] = ['', ''];
  beforeAll(async () => {
    const { installation } = await sharedConsole();
    [helpdesk, behindOAuth] = await Promise.all([helpdeskServer(), parentServer()]);
    serverId = await installation.api.saveServer('judged', helpdesk.url);
    oauthId = await installation.api.saveServer('behind OAuth', `${behindOAuth.origin}/mcp`);
  });
  afterAll(() => Promise.all([helpdesk.stop(), behindOAuth.stop()]));

  const at = async (id: string, rest: string, look = {}): Promise<Page> => {
    const { open, installation } = await sharedConsole();
    return open(`/p/${installation.api.projectId}/servers/${id}${rest}`, look);
  };

  test('a finding shows its rewrite, is suppressed with a reason by keyboard, and reported again', async () => {
    const page = await at(serverId, '?tab=lint');
    await page.getByRole('heading', { level: 1, name: /warnings? and .* no error, in \d+ tools/ }).waitFor();
    await page.getByRole('region', { name: 'The rewrite' }).waitFor();
    expect(await axeFindings(page, { within: 'main' })).toEqual([]);
    const count = async () =>
      Number(
        await page
          .getByRole('button', { name: /^suppressed/ })
          .locator('.count')
          .textContent(),
      );
    expect(await count()).toBe(0);
    await page.keyboard.press('z');
    await page.keyboard.type('Names are enough here.');
    await page.keyboard.press('Enter');
    await page.getByText('The findings are suppressed.').waitFor();
    await page.getByRole('button', { name: /^suppressed [1-9]/ }).click();
    await page.waitForURL(/suppressed=1/);
    await page.locator('[data-row]').first().click();
    await page.getByText('“Names are enough here.”').waitFor();
    await page.getByRole('button', { name: 'Report again' }).click();
    await page.getByRole('button', { name: /^suppressed 0/ }).waitFor();
  });

  test('two addresses that differ stand one above the other, and another client ends at that step', async () => {
    const page = await at(oauthId, '/oauth');
    await page.getByRole('heading', { level: 1, name: /^Asks for a sign-in, and turns some clients away/ }).waitFor();
    const strings = page.locator('.two-strings');
    expect(await strings.locator('mark').allTextContents()).toEqual(['/mcp']);
    expect(await strings.locator('code').allTextContents()).toEqual([`${behindOAuth.origin}/mcp`, behindOAuth.origin]);
    expect(await axeFindings(page, { within: 'main' })).toEqual([]);
    await page.getByRole('button', { name: 'Letter by letter' }).click();
    await page
      .getByRole('heading', { level: 1, name: 'Such a client cannot sign in. Step 2 of 7 fails for it.' })
      .waitFor();
    await page.waitForURL(/as=exact/);
    expect(await page.getByRole('button', { name: 'Sign in', exact: false }).first().isDisabled()).toBe(true);
    expect(await page.locator('.walk-steps [aria-label="Pending"]').count()).toBe(5);
  });

  test('a server is graded, and what its owner states is kept and sent with the next grading', async () => {
    const page = await at(serverId, '?tab=readiness');
    await page.getByRole('heading', { level: 2, name: 'Not graded yet' }).waitFor();
    await page.keyboard.press('R');
    await page
      .getByRole('heading', { level: 1, name: /^Not ready for the Claude directory\./ })
      .waitFor({ timeout: 60_000 });
    expect(await axeFindings(page, { within: 'main' })).toEqual([]);
    await page.getByLabel('Privacy policy').fill('https://helpdesk.example/privacy');
    await page.keyboard.press('Control+Enter');
    const { installation } = await sharedConsole();
    const { assay, projectId } = installation.api;
    const facts = async () =>
      (await assay.getReadinessFacts({ projectId, serverId }, { readinessKind: 'claude' })).facts;
    await waitUntil(async () => (await facts()).length > 0);
    expect(await facts()).toMatchObject([
      { requirementId: 'claude.privacy-policy', note: 'https://helpdesk.example/privacy' },
    ]);
    await page.getByRole('heading', { level: 1, name: /^Not ready/ }).waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: /^met \d/ }).click();
    await page.getByText('A privacy policy says what is collected').first().click();
    await page.getByText('stated by the submitter').waitFor();
    // A save replaces all facts, so nothing can be typed before they are known.
    const known = Promise.withResolvers<void>();
    await page.route('**/readiness-facts*', async (asked) => {
      await known.promise;
      await asked.continue();
    });
    await page.reload();
    await page.getByRole('heading', { name: 'What only you can say' }).waitFor();
    const policy = page.getByRole('textbox', { name: 'Privacy policy' });
    expect(await policy.count()).toBe(0);
    known.resolve();
    await policy.waitFor();
    expect(await policy.inputValue()).toBe('https://helpdesk.example/privacy');
  });

  test('the scenarios of a server have what was sent and answered, and one is run again', async () => {
    const page = await at(serverId, '?tab=conformance');
    await page.getByRole('heading', { level: 2, name: 'Not tested yet' }).waitFor();
    const { installation } = await sharedConsole();
    const { assay, projectId } = installation.api;
    await assay.startConformanceRun({ projectId, serverId }, { scenarios: ['assay/ping'] });
    await page.keyboard.press('R');
    await page
      .getByRole('heading', { level: 1, name: /^(Does not conform|Conforms|Not established)\./ })
      .waitFor({ timeout: 90_000 });
    expect(await axeFindings(page, { within: 'main' })).toEqual([]);
    await page.getByRole('button', { name: /^passed \d/ }).click();
    await page.waitForURL(/outcome=passed/);
    await page.getByRole('grid', { name: 'Scenarios' }).getByText('ping', { exact: false }).first().click();
    await page.waitForURL(/sel=/);
    await page.getByRole('button', { name: /^Rerun this one/ }).click();
    await page.getByRole('heading', { name: 'Run again' }).waitFor({ timeout: 60_000 });
  });

  test('a lab without a language model is undecided, and arrow keys choose its pairs', async () => {
    const { open, installation } = await sharedConsole();
    const { assay, projectId } = installation.api;
    const { labId } = await assay.startCatalogueLab({ projectId, serverId }, lab);
    const page = await open(`/p/${projectId}/servers/${serverId}/lab/${labId}`);
    await page.getByRole('heading', { level: 1, name: /^Undecided: / }).waitFor({ timeout: 60_000 });
    await page.getByText('No language model was asked:').waitFor();
    await page.getByText('renamed').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/pair=/);
  });
});
