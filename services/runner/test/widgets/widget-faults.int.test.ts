import { treeOf, WidgetBench, withBrowser } from './widget-bench.ts';

const bench = new WidgetBench();
beforeAll(() => bench.start());
afterEach(() => bench.closeWidgets());
afterAll(() => bench.stop());

withBrowser('a widget', () => {
  test.each([
    ['hangs', 'bridge_timeout', /did not become ready/],
    ['hangs_later', 'render_error', /does not answer/],
    ['frames', 'render_error', /more than 100 frames/],
    ['leaves', 'render_error', /left its page/],
    ['silent', 'bridge_timeout', /did not become ready/],
    ['throws', 'render_error', /TypeError: The chart library is missing/],
    ['blank', 'blank_screenshot', /shows nothing/],
    ['missing', 'resource_read_failed', /no such resource/],
    ['wrong_type', 'resource_read_failed', /type is text\/plain/],
    ['huge', 'resource_read_failed', /9000000 characters/],
    ['empty', 'resource_read_failed', /no contents/],
    ['elsewhere', 'resource_read_failed', /does not begin with ui:/],
    ['plain', 'no_ui_resource', /names no resource/],
    ['prompts', 'rendered', undefined],
    ['posts', 'rendered', undefined],
    ['noisy', 'rendered', undefined],
    ['chatty', 'rendered', undefined],
    ['injects', 'rendered', undefined],
    ['tall', 'rendered', undefined],
    ['hoards', 'rendered', undefined],
  ])('%s', async (name, status, reason) => {
    const t = performance.now();
    const c = process.cpuUsage();
    const widget = await bench.show(name, { timeoutMs: 1500 });
    const u = performance.now();
    const tree = await treeOf(widget);
    const v = performance.now();
    const image = await widget.screenshot();
    const w = performance.now();
    await widget.close();
    const x = performance.now();
    console.log(
      name,
      widget.status,
      widget.reason,
      widget.timings,
      [u - t, v - u, w - v, x - w].map(Math.round),
      Math.round(process.cpuUsage(c).user / 1000),
      widget.consoleErrors.slice(0, 2),
      widget.consoleErrorCount,
      widget.blocked,
      tree?.slice(0, 300),
      image?.width,
      image?.height,
      image?.body.length,
    );
    expect([widget.status, widget.reason ?? '']).toEqual([status, reason ? expect.stringMatching(reason) : '']);
  });
});
