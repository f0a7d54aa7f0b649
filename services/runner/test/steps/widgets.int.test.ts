import { BROWSER_DEFAULTS, openBrowsers } from '@assay/browser/browsers';
import { findChromium } from '@assay/browser/find-chromium';
import type { Browsers } from '@assay/browser/isolated-context';
import type { WidgetAction, WidgetAssertion } from '@assay/contract/areas/cases/widget';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { startFaultyWidgets } from '@assay/testkit/mcp-servers/faulty-widgets';
import { waitUntil } from '@assay/testkit/until';
import { RunnerBench } from '../support/runner-bench.ts';
import { callStep, savedServer, silentLog, workItem } from '../support/platform-stand-in.ts';

const chromium = findChromium(process.env);
const withBrowser = chromium === undefined ? describe.skip : describe;

const egress = openEgress(ONE_MACHINE_EGRESS);
let server: Awaited<ReturnType<typeof startFaultyWidgets>>;
let browsers: Browsers;
let bench: RunnerBench;
let bare: RunnerBench;
beforeAll(async () => {
  server = await startFaultyWidgets();
  browsers = openBrowsers({ executable: '', environment: {}, ...chromium, ...BROWSER_DEFAULTS }, egress, silentLog);
  [bench, bare] = [new RunnerBench({ browsers }), new RunnerBench()];
  await Promise.all([bench.open(), bare.open()]);
});
afterAll(async () => {
  await Promise.all([bench.close(), bare.close()]);
  await browsers.close();
  await server.stop();
});

const SECRET = 'wk_5f0c9e2b71';
const act = (toolName: string, action: WidgetAction, i = 0): EvalTestStep => ({
  id: `act${i}`,
  kind: 'interact',
  toolName,
  action,
});
const check = (assertion: WidgetAssertion, i = 0): EvalTestStep => ({ id: `check${i}`, kind: 'assert', assertion });

/** The records of steps on the form, which are shared out to parallel iterations: some wait for seconds. */
async function inParallel(iterations: number, steps: EvalTestStep[]) {
  const shares = Array.from({ length: iterations }, (_, i) => steps.filter((_step, at) => at % iterations === i));
  const seen = (await Promise.all(shares.map((share) => watch('form', share)))).flatMap((each) => each.steps);
  return steps.map(({ id }) => seen.find(({ stepId }) => stepId === id)!);
}

/** Runs steps after a call of a tool. */
async function watch(toolName: string, steps: EvalTestStep[], by = bench) {
  const saved = savedServer('widgets', server.url, { headers: { 'x-key': SECRET } });
  const item = workItem([callStep('show', 'widgets', toolName, { n: 1 }), ...steps], [saved], { needsBrowser: true });
  const { transcript, report, spans } = await by.execute(item, [saved]);
  return { transcript, report, spans, steps: transcript.steps.slice(1) };
}

withBrowser('an act on a widget (needs Chromium)', () => {
  const [name, later, menu]: WidgetAction[] = [
    { kind: 'type', target: { role: { role: 'textbox', name: 'Name' } }, text: 'Ada' },
    { kind: 'click', target: { text: 'Later' } },
    { kind: 'hover', target: { css: '#menu' } },
  ];

  test('does what a person does, and tells what changed', async () => {
    const acts: [WidgetAction, string[]][] = [
      [name!, ['- textbox "Name": Ada']],
      [{ kind: 'key', key: 'Tab' }, []],
      [{ kind: 'click', target: { testId: 'save' } }, ['- paragraph: saved Ada']],
      [
        { kind: 'select', target: { role: { role: 'combobox', name: 'Size' } }, values: ['Large'] },
        ['- paragraph: size l'],
      ],
      [menu!, ['- paragraph: menu hovered']],
      [{ kind: 'click', target: { css: '#menu' }, clickType: 'right' }, ['- paragraph: menu opened']],
      [{ kind: 'click', target: { css: '#menu' }, clickType: 'double' }, ['- paragraph: menu doubled']],
      [later!, []],
      [{ kind: 'waitForText', text: 'late answer' }, []],
      [{ kind: 'wait', ms: 1 }, []],
      [{ kind: 'scroll', direction: 'down' }, []],
    ];
    const { transcript, steps, report, spans } = await watch('form', [
      ...acts.map(([action], i) => act('form', action, i)),
      check({ kind: 'textVisible', toolName: 'form', text: 'late answer' }, 1),
      check({ kind: 'elementVisible', toolName: 'form', target: { role: { role: 'listitem' }, nth: 1 } }, 2),
      check({ kind: 'elementHidden', toolName: 'form', target: { text: 'Hidden words' } }, 3),
      check({ kind: 'inputValue', toolName: 'form', target: { css: '#name' }, equals: 'Ada' }, 4),
    ]);
    expect(steps.map(({ status, reason }) => [status, reason])).toEqual([
      ...acts.map(() => ['ok', undefined]),
      ...Array.from({ length: 4 }, () => ['ok', expect.any(String)]),
    ]);
    for (const [i, [, added]] of acts.entries())
      expect(steps[i]!.changes?.added ?? []).toEqual(expect.arrayContaining(added));
    expect(transcript.renderings).toMatchObject([
      { toolName: 'form', stepIndex: 0, status: 'rendered', toolCallId: 'call_1', consoleErrorCount: 0 },
    ]);
    expect(report.screenshots.map(({ id }) => id)).toEqual(
      [transcript.renderings![0]!, ...steps].flatMap(({ screenshot }) => screenshot?.id ?? []),
    );
    expect(spans.map(({ name: of }) => of)).toContain('widget form');
  });

  test('with an obstacle fails, and says why', async () => {
    const cases: [WidgetAction, string][] = [
      [
        { kind: 'click', target: { role: { role: 'button', name: 'Buy' } } },
        'No visible element is button "Buy". The page has button "Save", button "Later"',
      ],
      [{ kind: 'click', target: { text: 'Under' } }, 'it is covered by <div class="cover"'],
      [{ kind: 'click', target: { text: 'Locked' } }, 'it is disabled'],
      [
        { kind: 'select', target: { css: '#size' }, values: ['Huge'] },
        'it has no such option. It has the options "Small", "Large".',
      ],
      [{ kind: 'select', target: { css: '#name' }, values: ['x'] }, 'it is no <select> element'],
      [{ kind: 'type', target: { css: '#save' }, text: 'x' }, 'nothing can be typed into it'],
      [{ kind: 'click', target: { css: '##' } }, 'the selector is malformed'],
      [{ kind: 'key', key: 'Banana' }, 'there is no key "Banana"'],
      [{ kind: 'waitForText', text: 'never', ms: 10 }, 'The text "never" did not appear within 10 ms.'],
    ];
    const seen = await inParallel(
      3,
      cases.map(([action], i) => act('form', action, i)),
    );
    expect(seen.map(({ status, reason }) => [status, reason])).toEqual(
      cases.map(([, reason]) => ['fail', expect.stringContaining(reason)]),
    );
  });

  test('on a widget that is broken, or that was never there, fails', async () => {
    const [broken, other] = await Promise.all([
      watch('throws', [act('throws', later!)]),
      watch('plain', [act('form', later!), act('plain', later!, 1)]),
    ]);
    expect(broken.steps).toMatchObject([
      { status: 'fail', reason: expect.stringContaining('The chart library is missing') },
    ]);
    expect(other.steps).toMatchObject([
      { status: 'fail', reason: 'No call of the tool "form" came before.' },
      { status: 'fail', reason: expect.stringContaining('names no resource') },
    ]);
    expect(other.transcript.renderings).toMatchObject([{ toolName: 'plain', status: 'no_ui_resource' }]);
  });
});

withBrowser('an assertion about a live page (needs Chromium)', () => {
  test('fails at its step, and says what is there', async () => {
    const cases: [WidgetAssertion, string][] = [
      [{ kind: 'textVisible', toolName: 'form', text: 'Hidden words' }, 'The text "Hidden words" is not on the page.'],
      [
        { kind: 'elementVisible', toolName: 'form', target: { role: { role: 'button', name: 'Buy' } } },
        'No visible element is button "Buy". The page has button "Save"',
      ],
      [
        { kind: 'elementHidden', toolName: 'form', target: { testId: 'save' } },
        'An element that is test id "save" is visible.',
      ],
      [
        { kind: 'inputValue', toolName: 'form', target: { css: '[type=password]' }, equals: 'x' },
        'The input selector "[type=password]" has ••••••, not the expected value.',
      ],
      [
        { kind: 'widgetToolCalled', toolName: 'form', calledToolName: 'add' },
        'The widget of "form" did not call "add".',
      ],
      [{ kind: 'textVisible', toolName: 'other', text: 'x' }, 'No call of the tool "other" came before.'],
    ];
    const seen = await inParallel(
      2,
      cases.map(([assertion], i) => check(assertion, i)),
    );
    expect(seen.map(({ status, live }) => [status, live])).toEqual(
      cases.map(([, reason]) => ['fail', { status: 'failed', reason: expect.stringContaining(reason) }]),
    );
    expect(JSON.stringify(seen)).not.toContain('hunter2');
  });

  test('sees the calls of a widget, which are part of the transcript with its messages and links', async () => {
    const { transcript, steps } = await watch('demanding', [
      act('demanding', { kind: 'waitForText', text: 'done' }),
      check({ kind: 'widgetToolCalled', toolName: 'demanding', calledToolName: 'add' }, 1),
      check({ kind: 'widgetToolCalled', toolName: 'demanding', calledToolName: 'secret' }, 2),
    ]);
    expect(steps.map(({ status }) => status)).toEqual(['ok', 'ok', 'fail']);
    expect(
      transcript.toolCalls.map(({ toolName, origin, widgetOf, error }) => [toolName, origin, widgetOf, error?.code]),
    ).toEqual([
      ['demanding', undefined, undefined, undefined],
      ['add', 'widget', 'call_1', undefined],
      ['secret', 'widget', 'call_1', 'NOT_APPROVED'],
      ['format_disk', 'widget', 'call_1', 'TOOL_NOT_FOUND'],
    ]);
    expect(transcript.toolCalls[1]).toMatchObject({
      stepIndex: expect.any(Number),
      serverId: 'srv_widgets',
      result: { structuredContent: { sum: 2 } },
    });
    expect(transcript.messages).toEqual([
      { role: 'user', content: 'Hello from the widget', toolCallId: 'call_1', origin: 'widget' },
    ]);
    expect(transcript.renderings).toMatchObject([{ status: 'rendered', links: ['https://example.org/doc'] }]);
  });
});

const stepsOn = (toolName: string) => [
  act(toolName, { kind: 'wait', ms: 1 }),
  check({ kind: 'textVisible', toolName, text: 'Order' }),
];
const unknown = [
  { stepId: 'act0', status: 'skipped' },
  { stepId: 'check0', status: 'fail', live: { status: 'error' } },
];

describe('without a browser', () => {
  test('nothing is said about widgets', async () => {
    const seen = await watch('form', stepsOn('form'), bare);
    expect(seen.steps).toMatchObject(unknown);
    expect(seen.transcript.renderings).toBeUndefined();
  });
});

withBrowser('a browser that ends meanwhile (needs Chromium)', () => {
  test('says nothing about widgets', async () => {
    const own = openBrowsers({ ...chromium!, ...BROWSER_DEFAULTS }, egress, silentLog);
    const by = new RunnerBench({ browsers: own });
    await by.open();
    const before = server.called.length;
    const waiting = act('demanding', { kind: 'waitForText', text: 'never', ms: 30_000 }, 1);
    const watched = watch('demanding', [waiting, ...stepsOn('demanding')], by);
    // The page calls a tool by itself, so that it is known to be open.
    await waitUntil(() => server.called.slice(before).includes('add'));
    await own.close();
    const { steps, transcript } = await watched;
    expect(steps).toMatchObject([{ status: 'skipped', reason: expect.stringContaining('browser') }, ...unknown]);
    expect(transcript.error).toBeUndefined();
    await by.close();
  });
});
