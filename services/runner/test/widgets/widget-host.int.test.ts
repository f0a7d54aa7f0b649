import type { Browsers } from '@assay/browser/isolated-context';
import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { connectSession } from '@assay/mcp/connect';
import type { McpSession } from '@assay/mcp/session';
import { findChromium } from '@assay/browser/find-chromium';
import { startFaultyWidgets } from '@assay/testkit/mcp-servers/faulty-widgets';
import type { CallOfWidget } from '../../src/widgets/widget-bridge.ts';
import { openWidget, type Widget, type WidgetOptions } from '../../src/widgets/widget-host.ts';
import { plainBrowsers } from '../support/plain-browsers.ts';

const chromium = findChromium(process.env)?.executable;
const withBrowser = chromium ? describe : describe.skip;

let server: Awaited<ReturnType<typeof startFaultyWidgets>>;
let session: McpSession;
let browsers: Browsers | undefined;
const open: Widget[] = [];

beforeAll(async () => {
  server = await startFaultyWidgets();
  session = await connectSession({
    serverId: 'srv_1',
    serverName: 'widgets',
    transport: 'http',
    url: server.url,
    headers: {},
    egress: openEgress(ONE_MACHINE_EGRESS),
  } as never);
  browsers = chromium ? await plainBrowsers(chromium) : undefined;
});
afterEach(() => Promise.all(open.splice(0).map((widget) => widget.close())));
afterAll(async () => {
  await browsers?.close();
  await session.close();
  await server.stop();
});

async function show(name: string, more: Partial<WidgetOptions> = {}): Promise<Widget> {
  const tool = server.tools.find((each) => each.name === name)!;
  const args = { n: 1 };
  const widget = await openWidget({
    browsers,
    share: 'org_1',
    session,
    tools: server.tools,
    call: { tool, arguments: args, result: (await session.callTool(name, args)).value },
    signal: new AbortController().signal,
    ...more,
  });
  open.push(widget);
  return widget;
}
/** The tree without references, which depend on the frames of the host. */
const treeOf = async (widget: Widget) => (await widget.snapshot())?.tree.replaceAll(/ \[ref=\w+\]/g, '');

withBrowser('a widget', () => {
  test('is told about its host, its input and its result, and its passwords are masked', async () => {
    const widget = await show('dashboard', { theme: 'dark', locale: 'de-DE' });
    expect(widget).toMatchObject({ status: 'rendered', bridgeInitialized: true, resourceUri: 'ui://dashboard' });
    const tree = await treeOf(widget);
    expect(tree).toContain(
      'paragraph: assay | dark | de-DE | inline | system-ui, sans-serif | logging,message,openLinks,serverResources,serverTools,updateModelContext',
    );
    expect(tree).toContain('paragraph: input {"n":1}');
    expect(tree).toContain('paragraph: result {"name":"dashboard","n":1}');
    expect(tree).toContain('textbox "Card": ••••••');
    expect(await widget.screenshot()).toMatchObject({ mimeType: 'image/png', width: 800 });
    expect(Object.keys(widget.timings)).toEqual(['resourceMs', 'mountMs', 'bridgeMs', 'totalMs']);
  });

  test('may do what its host offers, and calls only the tools that are for widgets', async () => {
    const [calls, messages, contexts, links]: [CallOfWidget[], unknown[], unknown[], string[]] = [[], [], [], []];
    const widget = await show('demanding', {
      onToolCall: (call) => calls.push(call),
      onMessage: (message) => messages.push(message),
      onModelContext: (context) => contexts.push(context),
      onLink: (url) => links.push(url),
    });
    await widget.frame!.getByText('done', { exact: true }).waitFor();
    const tree = (await treeOf(widget))!;
    for (const line of [
      'call {"content":[{"type":"text","text":"Done."}],"structuredContent":{"sum":2}}',
      'model only refused: The tool "secret" is not for widgets.',
      'unlisted refused: The server lists no tool "format_disk".',
      'read {"contents":[{"uri":"ui://note","mimeType":"text/plain","text":"A note"}]}',
      'message {}',
      'context {}',
      'link {}',
      'file {"isError":true}',
      'fullscreen {"mode":"fullscreen"}',
      'ping {}',
      'sampling refused: Method not found',
      'download refused: Method not found',
    ])
      expect(tree).toContain(`paragraph: ${line}`);
    expect(calls.map(({ toolName, error }) => [toolName, error?.code])).toEqual([
      ['add', undefined],
      ['secret', 'NOT_APPROVED'],
      ['format_disk', 'TOOL_NOT_FOUND'],
    ]);
    expect(messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Hello from the widget' }] }]);
    expect([contexts, links]).toEqual([[{ structuredContent: { picked: 3 } }], ['https://example.org/doc']]);
    expect(server.called).not.toContain('secret');
  });
});

test('a runner without a browser says so', async () => {
  expect(await show('dashboard', { browsers: undefined })).toMatchObject({
    status: 'browser_unavailable',
    reason: 'This runner has no browser.',
  });
});
