import type { ClientConfig } from '@assay/contract/areas/clients/config';
import { waitUntil } from '@assay/testkit/until';
import type { CallOfWidget } from '../../src/reach/widgets/widget-bridge.ts';
import { treeOf, WidgetBench, withBrowser } from './widget-bench.ts';

const bench = new WidgetBench();
beforeAll(() => bench.start());
afterEach(() => bench.closeWidgets());
afterAll(() => bench.stop());

const ALL_OFFERED = '| logging,message,openLinks,serverResources,serverTools,updateModelContext';

withBrowser('a widget', () => {
  test('is told about its host, its input and its result, and its passwords are masked', async () => {
    const widget = await bench.show('dashboard', { theme: 'dark', locale: 'de-DE' });
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

  test.each<[string, Partial<ClientConfig>, string[]]>([
    ['a host without settings', {}, ['assay | light | en-US | inline | system-ui, sans-serif | ', ALL_OFFERED]],
    ['hostStyle', { hostStyle: 'claude' }, ['claude-ai | light | en-US | inline | "Anthropic Sans", ', ALL_OFFERED]],
    ['an unknown hostStyle', { hostStyle: 'toString' }, ['assay | light | en-US | inline | ', ALL_OFFERED]],
    [
      'hostContext',
      { hostContext: { theme: 'dark', locale: 'he-IL', displayMode: 'fullscreen' } },
      ['assay | dark | he-IL | fullscreen | ', ALL_OFFERED],
    ],
    [
      'a locale that no browser has',
      { hostContext: { locale: 'x_y', theme: 'dark' } },
      ['assay | dark | x_y | inline | '],
    ],
    [
      'hostCapabilitiesOverride',
      { hostCapabilitiesOverride: { serverTools: false, message: null, downloadFile: true } },
      [' | downloadFile,logging,openLinks,serverResources,updateModelContext'],
    ],
  ])('sees the settings of a client: %s', async (_, client, told) => {
    const tree = await treeOf(await bench.show('dashboard', { client }));
    for (const text of told) expect(tree).toContain(text);
  });

  test('is not offered what its host has not', async () => {
    const hostCapabilitiesOverride = { serverTools: false, message: false };
    const widget = await bench.show('demanding', { client: { hostCapabilitiesOverride } });
    await waitUntil(async () => (await treeOf(widget))?.includes('done'));
    const tree = await treeOf(widget);
    expect(tree).toMatch(/call refused/);
    expect(tree).toMatch(/message refused/);
  });

  test('may do what its host offers, and calls only the tools that are for widgets', async () => {
    const [calls, messages, contexts, links]: [CallOfWidget[], unknown[], unknown[], string[]] = [[], [], [], []];
    const widget = await bench.show('demanding', {
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
    expect(bench.server.called).not.toContain('secret');
  });
});

test('a runner without a browser says so', async () => {
  expect(await bench.show('dashboard', { browsers: undefined })).toMatchObject({
    status: 'browser_unavailable',
    reason: 'This runner has no browser.',
  });
});
