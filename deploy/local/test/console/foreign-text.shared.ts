import type { EvalTestStep } from '@assay/sdk';
import { describeInChromium, settled, type ConsolePage } from '../support/console-browser.ts';
import { hostileServer } from './support/hostile-server.ts';
import { HOSTILE, MARKUP, SCRIPT_ADDRESS, SHORT_MARKUP } from './support/hostile-texts.ts';
import { sharedConsole } from './support/shared-console.ts';

describeInChromium('text of others', () => {
  let hostile: Awaited<ReturnType<typeof hostileServer>>;
  let paths: string[];
  beforeAll(async () => {
    const { api } = (await sharedConsole()).installation;
    const { assay } = api;
    hostile = await hostileServer();
    const { id: projectId } = await assay.createProject({ name: SHORT_MARKUP });
    const { id: serverId } = await assay.createProjectServer(
      { projectId },
      { name: SHORT_MARKUP, enabled: true, transportType: 'http', url: hostile.url, tags: ['<b onclick=alert(1)>'] },
    );
    await assay.callTool({ projectId, serverId }, { toolName: 'find', parameters: { query: MARKUP } });
    const { suiteId } = await assay.createEvalSuite(
      { projectId },
      {
        name: SHORT_MARKUP,
        description: MARKUP,
        serverIds: [serverId],
        tags: ['<b onclick=alert(1)>'],
        tests: [{ title: MARKUP, steps: hostileSteps }],
      },
    );
    const { runId } = await assay.createEvalRun({ projectId }, { suiteId, notes: MARKUP });
    for await (const _ of assay.streamEvalRunEvents({ projectId, runId })) continue;
    const reported = await assay.reportEvalRun({ projectId }, hostileReport);
    const ofReport = { projectId, runId: reported.runId };
    const [{ items: cases }, { items: trials }, { items: foreign }, { organizationId }] = await Promise.all([
      assay.listEvalCases({ projectId, suiteId }),
      assay.listEvalRunIterations({ projectId, runId }),
      assay.listEvalRunIterations(ofReport),
      assay.getProject({ projectId }),
    ]);
    const project = `/p/${projectId}`;
    const [server, suite] = [`${project}/servers/${serverId}`, `${project}/suites/${suiteId}`];
    const [run, report] = [`${project}/runs/${runId}`, `${project}/runs/${reported.runId}`];
    const [trial, other] = [`${run}/i/${trials[0]!.id}`, `${report}/i/${foreign[0]!.id}`];
    paths = [
      project,
      `${project}/servers?sel=${serverId}`,
      server,
      ...['resources', 'prompts&prompt=greet', 'lint', 'drift', 'settings'].map((tab) => `${server}?tab=${tab}`),
      `${server}/tools?tool=find`,
      `${project}/registry`,
      `${project}/suites?sel=${suiteId}`,
      suite,
      `${suite}?tab=file`,
      `${suite}/cases/${cases[0]!.id}`,
      `${suite}/launch`,
      `${project}/runs?sel=${reported.runId}`,
      run,
      report,
      ...['decision', 'insights', 'configuration', 'exports'].map((tab) => `${report}?tab=${tab}`),
      trial,
      `${trial}?tab=conversation`,
      `${trial}?tab=wire`,
      other,
      `${other}?tab=conversation`,
      `/o/${organizationId}/settings/keys`,
    ];
  });
  afterAll(() => hostile.stop());

  test('is text on every page that shows it, and what it hides is seen', async () => {
    const { open } = await sharedConsole();
    const page = await open('/');
    await page.locator('h1').first().waitFor();
    const found: string[] = [];
    let marked = 0;
    for (const path of paths) {
      await page.lead(path);
      await settled(page);
      const { faults, marks } = await look(page);
      marked += marks;
      found.push(...faults.map((fault) => `${path.replace(/^.p.[^/]+/, '')}: ${fault}`));
    }
    expect(found).toEqual([]);
    expect(marked).toBeGreaterThan(5);
    expect(page.faults).toEqual([]);
  });

  test('is text in the palette, in a file that is chosen, and in an entry of a registry', async () => {
    const { open } = await sharedConsole();
    const page = await open(`${paths[0]}/suites/import`);
    const asked = page.waitForEvent('filechooser');
    await page
      .getByRole('button', { name: /^Choose a/ })
      .first()
      .click();
    const name = `${SHORT_MARKUP}\u202e.yaml`;
    await (
      await asked
    ).setFiles({ name, mimeType: 'text/yaml', buffer: Buffer.from(`name: ${JSON.stringify(HOSTILE)}`) });
    await page.getByRole('heading', { level: 1, name: /^The file was not imported/ }).waitFor();
    expect(await look(page)).toMatchObject({ faults: [] });
    await page.lead(`${paths[0]}/registry`);
    await page.getByText('com.example/hostile').first().click();
    await page.getByRole('complementary').getByText('⟨RLO⟩').first().waitFor();
    await settled(page);
    expect(await look(page)).toMatchObject({ faults: [] });
    await page.keyboard.press('Control+k');
    await page.locator('.palette input').fill('onerror');
    await page.getByRole('option', { name: '<img src=x' }).first().waitFor();
    expect(await look(page)).toMatchObject({ faults: [] });
    expect(page.faults).toEqual([]);
  });
});

const hostileSteps: EvalTestStep[] = [
  { id: 'call', kind: 'toolCall', serverName: SHORT_MARKUP, toolName: 'find', arguments: { query: HOSTILE } },
  { id: 'says', kind: 'assert', assertion: { type: 'toolResultContains', needle: HOSTILE } },
];

const hostileReport = {
  suiteName: `${SHORT_MARKUP} reported`,
  externalRunId: 'hostile',
  name: SHORT_MARKUP,
  notes: HOSTILE,
  framework: SHORT_MARKUP.slice(0, 100),
  ci: {
    provider: SHORT_MARKUP,
    branch: HOSTILE.slice(0, 500),
    commitSha: SHORT_MARKUP,
    commitMessage: HOSTILE.slice(-200),
    commitAuthor: HOSTILE.slice(-200),
    runUrl: SCRIPT_ADDRESS,
  },
  results: [
    {
      caseTitle: HOSTILE.slice(0, 500),
      passed: false,
      query: HOSTILE,
      provider: SHORT_MARKUP,
      model: SHORT_MARKUP,
      error: HOSTILE,
      actualToolCalls: [{ toolName: SHORT_MARKUP, arguments: { [SHORT_MARKUP]: HOSTILE } }],
      trace: { messages: [{ role: 'assistant', content: HOSTILE }] },
    },
  ],
};

/** The effects of foreign texts on the page, and the number of texts with a mark for a hidden character. */
const look = (page: ConsolePage): Promise<{ faults: string[]; marks: number }> =>
  page.evaluate(`(() => {
    const made = document.querySelectorAll(
      'body :is(img:not([src^="blob:"]), iframe, base, style, script:not([src])), [onerror], [onload], a[href^="javascript"]',
    );
    const texts = [['title', document.title]];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, data } = walker.currentNode;
      // The text of a field is what is typed, not what is shown.
      if (!parentElement.closest('textarea')) texts.push([parentElement.tagName + '.' + parentElement.className, data]);
    }
    return {
      faults: [
        ...('hacked' in globalThis ? ['a script ran'] : []),
        ...[...made].map((one) => 'has ' + one.outerHTML.slice(0, 80)),
        ...texts.filter(([, text]) => /[\\x07\\u200b\\u202e\\u2066]/.test(text)).map(([where]) => 'hides a character in ' + where),
      ],
      marks: texts.filter(([, text]) => text.includes('⟨RLO⟩')).length,
    };
  })()`);
