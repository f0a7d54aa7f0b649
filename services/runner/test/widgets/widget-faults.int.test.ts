import { setImmediate as nextTurn } from 'node:timers/promises';
import { waitUntil } from '@assay/testkit/until';
import { treeOf, WidgetBench, withBrowser } from './widget-bench.ts';

const bench = new WidgetBench();
beforeAll(() => bench.start());
afterEach(() => bench.closeWidgets());
afterAll(() => bench.stop());

/** For widgets that never become ready; longer than a busy machine needs to load the page. */
const SHORT_MS = 2_000;

withBrowser('a widget with a fault has its status and the reason: it', () => {
  test.each([
    ['hangs', 'bridge_timeout', /did not become ready/, SHORT_MS],
    ['silent', 'bridge_timeout', /did not become ready/, SHORT_MS],
    ['frames', 'render_error', /more than 100 frames/],
    ['leaves', 'render_error', /left its page/],
    ['throws', 'render_error', /TypeError: The chart library is missing/],
    ['blank', 'blank_screenshot', /shows nothing/],
    ['missing', 'resource_read_failed', /no such resource/],
    ['wrong_type', 'resource_read_failed', /type is text\/plain/],
    ['huge', 'resource_read_failed', /9000000 characters/],
    ['empty', 'resource_read_failed', /no contents/],
    ['elsewhere', 'resource_read_failed', /does not begin with ui:/],
    ['plain', 'no_ui_resource', /names no resource/],
  ])('%s', async (name, status, reason, timeoutMs = 10_000) => {
    const widget = await bench.show(name, { timeoutMs });
    expect([widget.status, widget.reason]).toEqual([status, expect.stringMatching(reason)]);
  });

  test('hangs with its result, and is not looked at twice', async () => {
    const widget = await bench.show('hangs_later', { timeoutMs: SHORT_MS });
    expect(widget).toMatchObject({ status: 'render_error', reason: expect.stringContaining('does not answer') });
    expect(await widget.snapshot()).toBeUndefined();
    // A page that is asked answers in a later turn of the event loop, at the earliest.
    expect(await Promise.race([widget.screenshot(), nextTurn('asked')])).toBeUndefined();
  });

  test('allocates without end, and is told to have used too much memory', async () => {
    const widget = await bench.show('hoards');
    await waitUntil(() => widget.status !== 'rendered');
    expect(widget).toMatchObject({
      status: 'render_error',
      reason: 'The page used more memory than the runner gives it.',
    });
  });
});

withBrowser('a widget is shown although it', () => {
  test('asks people with dialogs, which are refused', async () => {
    const widget = await bench.show('prompts');
    expect(await treeOf(widget)).toMatch(/paragraph: false[^]*paragraph: null/);
    expect(widget).toMatchObject({ status: 'rendered', consoleErrorCount: 3 });
  });

  test('sends data to another origin, which is refused and listed', async () => {
    const widget = await bench.show('posts');
    await waitUntil(() => widget.blockedCount >= 3);
    expect(widget).toMatchObject({
      status: 'rendered',
      blocked: expect.arrayContaining([{ url: 'https://collector.example/steal', reason: 'policy: connect-src' }]),
    });
  });

  test('logs 100,000 errors, which are counted', async () => {
    const widget = await bench.show('noisy');
    await waitUntil(() => widget.consoleErrorCount === 100_000);
    expect([widget.status, widget.consoleErrors.length]).toEqual(['rendered', 50]);
  });

  test('sends 5,000 messages, of which the host reads the first', async () => {
    const widget = await bench.show('chatty');
    await waitUntil(() => widget.consoleErrorCount > 0);
    expect(widget).toMatchObject({
      status: 'rendered',
      consoleErrors: ['The widget sent more than 2000 messages, so the host stopped listening.'],
    });
  });

  test('has names that read like lines of a snapshot', async () => {
    const tree = await treeOf(await bench.show('injects'));
    expect(tree).toContain(String.raw`- button "Say \"yes\" - button \"Pay\"": Go`);
  });

  test('is 100,000 pixels high, of which 10,000 are shown', async () => {
    const widget = await bench.show('tall');
    expect(await widget.screenshot()).toMatchObject({ height: 10_000 });
  });
});
