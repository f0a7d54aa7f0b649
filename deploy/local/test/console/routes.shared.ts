import { waitUntil } from '@assay/testkit/until';
import { axeFindings, describeInChromium, type ConsolePage } from '../support/console-browser.ts';
import { seedHelpdesk, type SeededHelpdesk } from '../support/helpdesk.ts';
import { sharedConsole } from './support/shared-console.ts';

/** `npm run test:slow` looks at every route in both themes and at 390 px; the short variant takes a theme per route. */
const isWhole = process.env.TEST_SLOW === '1';
const THEMES = ['light', 'dark'] as const;

describeInChromium('every route of the console', () => {
  let helpdesk: SeededHelpdesk;
  let routes: Record<string, string>;
  beforeAll(async () => {
    const { installation } = await sharedConsole();
    const { api } = installation;
    helpdesk = await seedHelpdesk(api);
    const { assay, projectId } = api;
    const { serverId, suiteId, runIds } = helpdesk;
    const [base, run] = runIds;
    const { items: iterations } = await assay.listEvalRunIterations({ projectId, runId: run });
    const { items: cases } = await assay.listEvalCases({ projectId, suiteId });
    const { organizationId } = await assay.getProject({ projectId });
    const project = `/p/${projectId}`;
    const [server, suite, ofRun] = [
      `${project}/servers/${serverId}`,
      `${project}/suites/${suiteId}`,
      `${project}/runs/${run}`,
    ];
    const iteration = `${ofRun}/i/${iterations[0]!.id}`;
    routes = {
      overview: project,
      start: `${project}/start`,
      servers: `${project}/servers`,
      registry: `${project}/registry`,
      server,
      ...tabsOf('server', server, ['resources', 'prompts', 'lint', 'drift', 'readiness', 'conformance', 'settings']),
      'server tools': `${server}/tools?tool=search_tickets`,
      'server oauth': `${server}/oauth`,
      suites: `${project}/suites`,
      suite,
      ...tabsOf('suite', suite, ['runs', 'drafts', 'environments', 'schedule', 'judge', 'revisions', 'file']),
      case: `${suite}/cases/${cases[0]!.id}`,
      launch: `${suite}/launch`,
      runs: `${project}/runs`,
      run: ofRun,
      ...tabsOf('run', ofRun, ['decision', 'insights', 'judge', 'configuration', 'exports']),
      compare: `${ofRun}/compare?base=${base}`,
      iteration,
      ...tabsOf('iteration', iteration, ['conversation', 'wire', 'widget', 'judge']),
      keys: `/o/${organizationId}/settings/keys`,
      components: '/dev/components',
      'not found': `${project}/runs/run_00000000000000000000000000`,
    };
  });
  afterAll(() => helpdesk.stop());

  test('has a heading, no serious finding of axe, and no scroll when it is narrow', async () => {
    const { open } = await sharedConsole();
    const findings: string[] = [];
    const page = await open('/');
    for (const [index, [name, path]] of Object.entries(routes).entries()) {
      await page.goto(new URL(path, page.url()).href);
      await settled(page);
      for (const theme of THEMES.filter((_, place) => isWhole || place === index % 2)) {
        await page.emulateMedia({ colorScheme: theme });
        findings.push(...(await axeFindings(page)).map((finding) => `${name} ${theme}: ${finding}`));
      }
      for (const width of isWhole ? [390, 320] : [320]) {
        await page.setViewportSize({ width, height: 844 });
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
        if (wide > width) findings.push(`${name}: ${wide} px wide at ${width}`);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    expect(findings).toEqual([]);
  });
});

const tabsOf = (name: string, path: string, tabs: readonly string[]): Record<string, string> =>
  Object.fromEntries(tabs.map((tab) => [`${name} ${tab}`, `${path}?tab=${tab}`]));

/** Waits until the page has its heading and asks for nothing more. */
async function settled(page: ConsolePage): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  // By counting: a function that the page evaluates again and again is against its content security policy.
  await waitUntil(async () => (await page.locator('[aria-busy=true]').count()) === 0);
}
