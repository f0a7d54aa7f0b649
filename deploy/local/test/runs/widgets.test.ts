import {
  type EvalWidgetAction,
  type EvalStepAssertion,
  type RenderWidgetRequest,
  type EvalIteration,
} from '@assay/sdk';
import { findChromium } from '@assay/browser/find-chromium';
import { startAppsServer } from '@assay/testkit/mcp-servers/apps-server';
import { assertStep, toolCall, type Api, answerOf } from '../support/api.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

const withBrowser = findChromium(process.env) ? describe : describe.skip;
const TOOL = 'get-budget-data';
const interact = (id: string, action: EvalWidgetAction) => ({ id, kind: 'interact', toolName: TOOL, action }) as const;
const live = (id: string, assertion: object) => assertStep(id, { toolName: TOOL, ...assertion } as EvalStepAssertion);

// The machine may be busy.
const show = { ...toolCall('show', 'budget', TOOL), renderTimeoutMs: 60_000 };
const total = { css: 'select', nth: 0 };
const passing = [
  show,
  assertStep('rendered', { type: 'widgetRendered', toolName: TOOL }),
  assertStep('quiet', { type: 'widgetNoConsoleErrors' }),
  assertStep('quick', { type: 'widgetRenderLatencyUnder', ms: 30_000 }),
  interact('more', { kind: 'select', target: total, values: ['$250,000'] }),
  live('spent', { kind: 'textVisible', text: '$250,000 / $250,000' }),
  interact('stage', { kind: 'select', target: { role: { role: 'combobox', name: 'Stage:' } }, values: ['Growth'] }),
  live('stays', { kind: 'inputValue', target: total, equals: '250000' }),
  live('sliders', { kind: 'elementVisible', target: { role: { role: 'slider' }, nth: 4 } }),
  live('no-error', { kind: 'elementHidden', target: { text: 'Over budget' } }),
];
const failing = [
  show,
  interact('buy', { kind: 'click', target: { role: { role: 'button', name: 'Buy' } } }),
  live('yacht', { kind: 'textVisible', text: 'Yacht' }),
];

let installation: Installation;
let apps: Awaited<ReturnType<typeof startAppsServer>>;
let clock: typeof apps;
let serverId: string;
let api: Api;
let runId: string;
let iterations: EvalIteration[];

const read = (path: string) =>
  fetch(`${installation.url}/api/v1${path}`, { headers: { authorization: `Bearer ${installation.apiKey}` } });
const byTitle = (title: string) => iterations.find((each) => each.title === title)!;
const traceOf = (title: string) => api.trace(runId, byTitle(title).id);

withBrowser('a suite about a published MCP App (needs Chromium)', () => {
  beforeAll(async () => {
    [installation, apps, clock] = await Promise.all([
      startInstallation({ BROWSER_RUNNERS: 'true', RUNNER_SLOTS: '1' }),
      startAppsServer(),
      startAppsServer('vanillaClock'),
    ]);
    ({ api } = installation);
    serverId = await api.saveServer('budget', apps.url);
    const { suiteId } = await api.assay.createEvalSuite(
      { projectId: api.projectId },
      {
        name: 'widgets',
        serverIds: [serverId],
        model: 'scripted/rules',
        tests: [
          { title: 'passes', steps: passing },
          { title: 'fails', steps: failing },
          { title: 'renders', steps: [show] },
          {
            title: 'asks',
            steps: [
              { id: 'ask', kind: 'prompt', prompt: `Please call ${TOOL}.` },
              assertStep('rendered', { type: 'widgetRendered' }),
              live('there', { kind: 'textVisible', text: 'Budget Allocator' }),
            ],
          },
        ],
      },
    );
    runId = await api.startRun({ suiteId });
    await api.finishedRun(runId, 40_000);
    iterations = await api.iterations(runId);
  });
  afterAll(async () => {
    await installation.stop();
    await Promise.all([apps.stop(), clock.stop()]);
  });

  const render = (id: string, body: RenderWidgetRequest) =>
    answerOf(api.assay.renderWidget.withResponse({ projectId: api.projectId, serverId: id }, body));

  test('is shown on request, with what is on the page and an image', async () => {
    const { status, body } = await render(serverId, { toolName: TOOL, timeoutMs: 60_000 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'rendered',
      hostStyle: 'assay',
      bridgeInitialized: true,
      consoleErrors: [],
      result: { structuredContent: { config: expect.anything() } },
      timings: { totalMs: expect.any(Number) },
      screenshot: { mimeType: 'image/png', width: 800 },
    });
    expect(body.snapshot!.tree).toContain('heading "Budget Allocator"');
    expect(body.snapshot!.elements).toContainEqual(expect.objectContaining({ role: 'combobox', name: 'Stage:' }));
    expect(Buffer.from(body.screenshot!.base64, 'base64').subarray(1, 4).toString()).toBe('PNG');
  });

  test('shows a recorded result in the style of a client, and says which tools it does not show', async () => {
    const id = await api.saveServer('clock', clock.url);
    const toolName = 'get-time';
    const [shown, hostless, unknown] = await Promise.all([
      render(id, {
        toolName,
        result: { content: [], structuredContent: { time: '2001-02-03T04:05:06.000Z' } },
        hostStyle: 'claude',
        theme: 'dark',
        screenshot: false,
        timeoutMs: 60_000,
      }),
      render(id, { toolName, hostStyle: 'cursor' }),
      render(id, { toolName: 'get-weather' }),
    ]);
    expect(shown.body).toMatchObject({ status: 'rendered', hostStyle: 'claude' });
    expect(shown.body.snapshot!.tree).toContain('2001-02-03T04:05:06.000Z');
    expect(Object.keys(shown.body)).not.toEqual(expect.arrayContaining(['result', 'screenshot']));
    expect(hostless.body).toMatchObject({ status: 'no_ui_resource', hostStyle: 'cursor' });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  test('passes where the widget does what is expected, for steps and for models', async () => {
    const resultOf = ({ title, result, faults, evaluatorError }: EvalIteration) => [
      title,
      result,
      faults.length,
      evaluatorError,
    ];
    expect(iterations.map(resultOf)).toEqual([
      ['passes', 'passed', 0, false],
      ['fails', 'failed', 1, false],
      ['renders', 'passed', 0, false],
      ['asks', 'passed', 0, false],
    ]);
    expect(byTitle('passes').checks.map(({ stepId, live: isLive }) => [stepId, isLive])).toEqual([
      ...['rendered', 'quiet', 'quick'].map((id) => [id, undefined]),
      ...['spent', 'stays', 'sliders', 'no-error'].map((id) => [id, true]),
    ]);
    expect(byTitle('renders').checks).toMatchObject([{ stepId: 'show-rendered', type: 'widgetRendered' }]);
    expect((await traceOf('passes')).steps.find(({ stepId }) => stepId === 'more')?.changes).toMatchObject({
      added: expect.arrayContaining(['- generic: Allocated: $250,000 / $250,000']),
      removed: expect.arrayContaining(['- generic: Allocated: $100,000 / $100,000']),
    });
  });

  test('fails where an element is missing, and says so in every report', async () => {
    const reason = 'No visible element is button "Buy". The page has heading "Budget Allocator", combobox "Stage:".';
    expect(byTitle('fails')).toMatchObject({
      faults: [{ kind: 'stepNotDone', reason: `Step "buy" failed: ${reason}` }],
      checks: [{ stepId: 'yacht', status: 'failed', live: true, reason: expect.stringContaining('"Yacht" is not on') }],
    });
    const junit = await read(`/projects/${api.projectId}/eval-runs/${runId}/junit.xml`);
    expect(await junit.text()).toContain('No visible element is button &quot;Buy&quot;.');
    expect(await api.assay.getEvalRunStageAnalytics({ projectId: api.projectId, runId })).toMatchObject({
      stages: expect.arrayContaining([expect.objectContaining({ stage: 'userValue', passed: 3, failed: 1 })]),
    });
  });

  test('shows an image of each act to the readers of the run', async () => {
    const { renderings, steps } = await traceOf('passes');
    const shots = [renderings![0]!, ...steps].flatMap(({ screenshot }) => screenshot ?? []);
    expect(shots.map(({ id, width, mimeType }) => [id, width, mimeType])).toEqual(
      [1, 2, 3].map((n) => [`shot_${n}`, 800, 'image/jpeg']),
    );
    const image = await read(shots[1]!.url.replace('/api/v1', ''));
    expect(Object.fromEntries(image.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, max-age=3600',
      'x-content-type-options': 'nosniff',
    });
    const bytes = Buffer.from(await image.arrayBuffer());
    expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(bytes.length).toBeGreaterThan(5_000);
    expect((await fetch(installation.url + shots[1]!.url)).status).toBe(401);
  });

  test('keeps its verdicts on live pages when it is graded again', async () => {
    for (const checks of ['frozen', 'current'] as const)
      expect(await api.assay.regradeEvalRun({ projectId: api.projectId, runId }, { checks })).toMatchObject({
        changedCount: 0,
        after: { passed: 3, failed: 1 },
      });
    const { iterations: tried } = await api.assay.backtestEvalRun(
      { projectId: api.projectId, runId },
      {
        matchOptions: {},
      },
    );
    expect(tried.map(({ after }) => after)).toMatchObject(
      ['passed', 'failed', 'passed', 'passed'].map((result) => ({ result, evaluatorError: false })),
    );
  });
});
