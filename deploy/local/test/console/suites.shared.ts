import { sharedEverythingServer } from '@assay/testkit/mcp-servers/everything-server';
import { axeFindings, describeInChromium, type ConsolePage } from '../support/console-browser.ts';
import { sharedConsole } from './support/shared-console.ts';

const HOSTILE = 'Nightly <img src=x onerror="document.title=1"> שלום';

/** How long a list waits before it writes its selection into the address, in milliseconds. */
const SELECTION_REST_MS = 80;

/** Waits until all timers of a page that were set before, for so long or less, have run. */
const untilTimersOf = (page: ConsolePage, ms: number): Promise<void> =>
  page.evaluate((rest) => new Promise<void>((resolve) => void setTimeout(resolve, rest)), ms);

describeInChromium('the suites of a project', () => {
  let projectId: string;
  let suiteId: string;
  let serverName: string;
  let serverId: string;
  beforeAll(async () => {
    const { api } = (await sharedConsole()).installation;
    const everything = await sharedEverythingServer({ transport: 'streamableHttp' });
    serverName = 'suites-everything';
    serverId = await api.saveServer(serverName, everything.url);
    ({ projectId } = api);
    const tests = ['works', 'says another word'].map((title, index) => ({
      title,
      runs: 2,
      steps: [
        { id: 'call', kind: 'toolCall', serverName, toolName: 'echo', arguments: { message: 'right' } } as const,
        {
          id: 'says',
          kind: 'assert',
          assertion: { type: 'toolResultContains', needle: index === 0 ? 'right' : 'wrong' },
        } as const,
      ],
    }));
    ({ suiteId } = await api.assay.createEvalSuite({ projectId }, { name: HOSTILE, serverIds: [serverId], tests }));
    for (let run = 0; run < 2; run++) {
      const { runId } = await api.assay.createEvalRun({ projectId }, { suiteId });
      await api.finishedRun(runId);
    }
  });

  const at = async (rest: string): Promise<ConsolePage> => {
    const { open } = await sharedConsole();
    return open(`/p/${projectId}/suites${rest}`);
  };

  test('the list says what fails, and the inspector of a suite why', async () => {
    const page = await at('?q=Nightly');
    await page.getByRole('heading', { level: 1, name: '1 of 1 suite fails. 2 of 4 trials passed' }).waitFor();
    await page.keyboard.press('j');
    const inspector = page.getByRole('complementary', { name: /^Nightly/ });
    await inspector.getByText('Failed in run 2').waitFor();
    await inspector.getByRole('link', { name: 'says another word' }).waitFor();
    await page.getByRole('cell', { name: 'the result does not contain "wrong"' }).waitFor();
    expect(await page.getByRole('grid', { name: 'Suites' }).getByText('<img src=x').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/suites/${suiteId}$`));
    expect(page.faults).toEqual([]);
  });

  test('a click on a suite leads to its page, also when that page loads slowly', async () => {
    const page = await at('?q=Nightly');
    const part = Promise.withResolvers<void>();
    await page.route('**/assets/suite-screen-*.js', async (route) => {
      await part.promise;
      await route.continue();
    });
    const link = page.getByRole('grid', { name: 'Suites' }).getByRole('link', { name: /^Nightly/ });
    await link.click();
    await untilTimersOf(page, SELECTION_REST_MS);
    part.resolve();
    await page.getByRole('grid', { name: 'Cases' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(new RegExp(`/suites/${suiteId}$`));
    expect(page.faults).toEqual([]);
  });

  test('a click on a suite counts when its list is read again while the button is down', async () => {
    const { assay } = (await sharedConsole()).installation.api;
    const { suiteId: heldId } = await assay.createEvalSuite({ projectId }, { name: 'Held', serverIds: [serverId] });
    const page = await at('?q=Held');
    await page.getByRole('link', { name: 'Held', exact: true }).hover();
    await page.mouse.down();
    await assay.updateEvalSuite({ projectId, suiteId: heldId }, { name: 'Held on', expectedRevision: 1 });
    await page.getByRole('link', { name: 'Held on' }).waitFor();
    await page.mouse.up();
    await page.waitForURL(`**/suites/${heldId}`);
  });

  test('a suite that is deleted comes back with Undo', async () => {
    const { installation } = await sharedConsole();
    const { id } = (await installation.api.assay.getEvalSuite({ projectId, suiteId }, {})) as { id: string };
    const page = await at(`?q=Nightly&sel=${id}`);
    await page.getByRole('button', { name: 'More about the suite' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('No suite matches.').first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('grid', { name: 'Suites' }).getByText('Nightly').waitFor();
    expect(await installation.api.assay.getEvalSuite({ projectId, suiteId }, {})).toMatchObject({ id });
  });

  test('its page has the trend of its runs and the outcomes of its cases', async () => {
    const page = await at(`/${suiteId}`);
    await page
      .getByRole('heading', { level: 1, name: 'Failed in run 2, with 2 of 4 trials, like the run before.' })
      .waitFor();
    await page.getByRole('application', { name: /Pass rate per run. Run 2: failed, 50/ }).waitFor();
    const cases = page.getByRole('grid', { name: 'Cases' });
    await cases.getByRole('img', { name: '2 trials: 2 failed' }).waitFor();
    await page.getByRole('button', { name: /^failed 1/ }).click();
    await page.waitForURL(/outcome=failed/);
    expect(await cases.getByRole('link').allTextContents()).toEqual(['says another word']);
    expect(page.faults).toEqual([]);
  });

  test('a schedule says in words when it runs, before it is saved', async () => {
    const { installation } = await sharedConsole();
    const page = await at(`/${suiteId}?tab=schedule`);
    await page.getByRole('heading', { level: 1, name: 'It never runs by itself.' }).waitFor();
    await page.getByRole('button', { name: 'Cron' }).click();
    await page.getByLabel('Time zone').selectOption('Europe/Berlin');
    await page.getByLabel('Cron').fill('30 2 * * *');
    await page.getByText('Daily at 02:30, Europe/Berlin.').waitFor();
    await page.getByText(/the clock skips 02:30/).waitFor();
    await page.getByLabel('Cron').fill('* * * * *');
    await page.getByText(/is due twice within 5 minutes/).waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.getByLabel('Cron').fill('0 3 * * *');
    await page.getByText('Daily at 03:00, Europe/Berlin.').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByRole('heading', { level: 1, name: 'It runs every night.' }).waitFor();
    const { schedule } = await installation.api.assay.getEvalSuite({ projectId, suiteId }, {});
    expect(schedule).toMatchObject({ enabled: true, cron: '0 3 * * *', timeZone: 'Europe/Berlin' });
    await installation.api.assay.updateEvalSuiteSchedule({ projectId, suiteId }, { enabled: false });
  });

  test('a rule of the gate is tried on past runs while it is typed, and a revision brings it back', async () => {
    const page = await at(`/${suiteId}?tab=judge`);
    await page.getByLabel('Pass rate, at least', { exact: true }).check();
    await page.getByRole('img', { name: '2 runs: 2 failed' }).first().waitFor();
    await page.getByLabel('Pass rate, at least, %').fill('50');
    await page.getByRole('img', { name: '2 runs: 2 passed' }).first().waitFor();
    expect(await axeFindings(page, { within: 'main' })).toEqual([]);
    await page.getByRole('button', { name: 'Save as revision 2' }).click();
    await page.getByRole('button', { name: 'Save as revision 3' }).waitFor();
    await page.getByRole('tab', { name: /^Revisions/ }).click();
    await page
      .getByRole('heading', { level: 1, name: 'Revision 2 is in force. Run 2 was made with revision 1.' })
      .waitFor();
    await page.getByRole('grid', { name: 'Revisions' }).getByText('made').click();
    await page.waitForURL(/rev=1/);
    await page.keyboard.press('Z');
    await page.getByText('a gate of 1 rule', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Restore revision 1' }).click();
    await page.getByRole('heading', { level: 1, name: 'Revision 3 is in force.' }).waitFor();
    expect(page.faults).toEqual([]);
  });

  test('a file with a fault says its place and writes nothing, and a mended one is imported', async () => {
    const { installation } = await sharedConsole();
    const page = await at('/import');
    const choose = async (content: string): Promise<void> => {
      const asked = page.waitForEvent('filechooser');
      await page
        .getByRole('button', { name: /^Choose a/ })
        .first()
        .click();
      await (await asked).setFiles({ name: 'filed.yaml', mimeType: 'text/yaml', buffer: Buffer.from(content) });
    };
    const file = (iterations: number): string =>
      [
        'assay: 1',
        'id: filed',
        'name: Filed suite',
        `servers: [${serverName}]`,
        'cases:',
        '  - title: works',
        `    iterations: ${iterations}`,
        '    steps:',
        `      - { id: call, kind: toolCall, serverName: ${serverName}, toolName: echo, arguments: { message: a } }`,
      ].join('\n');
    await page.getByRole('heading', { level: 1, name: /^Import a suite from its file/ }).waitFor();
    await choose(file(1000));
    await page
      .getByRole('heading', { level: 1, name: 'The file was not imported. 1 of its 9 lines has a fault' })
      .waitFor();
    await page.getByRole('button', { name: '7:5 /cases/0/iterations' }).waitFor();
    expect(await axeFindings(page, { within: 'main' })).toEqual([]);
    await choose(file(1));
    await page.getByRole('heading', { level: 1, name: 'The file has no fault. Nothing is written yet.' }).waitFor();
    const named = async () =>
      (await installation.api.assay.listEvalSuites({ projectId }, { q: 'Filed suite' })).items.length;
    expect(await named()).toBe(0);
    await page.getByRole('button', { name: 'Import it as a new suite' }).click();
    await page.waitForURL(/\/suites\/suite_/);
    await page.getByRole('heading', { level: 1, name: 'No run has ended yet.' }).waitFor();
    expect(await named()).toBe(1);
  });
});
