import { spawnSync } from 'node:child_process';
import { BROWSER_DEFAULTS } from '@assay/browser/browsers';
import type { BrowserReport, CommandResult, CommandTask } from '@assay/contract/areas/browsers/browser-work';
import { CommandOutput } from '@assay/mesh/gen/assay/v1/browsers';
import type { WorkItem } from '@assay/mesh/gen/assay/v1/work';
import { waitUntil } from '@assay/testkit/until';
import { boardItem } from '@assay/testkit/work/work-board';
import { startRunner } from '../../src/app.ts';
import { chromium, FULL_POLICY, startSite, withBrowser } from '../support/browser-bench.ts';
import { turnItem, turnTask } from '../support/chat-turns.ts';
import { configFor, PlatformStandIn, silentLog } from '../support/platform-stand-in.ts';

withBrowser('a runner with a browser (needs Chromium)', () => {
  let platform: PlatformStandIn;
  let site: Awaited<ReturnType<typeof startSite>>;
  let runner: { stop(): Promise<void> };
  beforeAll(async () => {
    [platform, site] = [new PlatformStandIn(), await startSite({ '/': '<title>Home</title>' })];
    await platform.start();
    const slots = { long: 1, interactive: 2, browser: 2, background: 1 };
    runner = startRunner(configFor(platform, { browser: { ...BROWSER_DEFAULTS, ...chromium! }, slots }), silentLog);
  });
  afterAll(async () => {
    await runner.stop();
    await Promise.all([platform.stop(), site.stop()]);
  });
  const offer = (item: WorkItem): WorkItem => {
    platform.work.offer(item);
    return item;
  };
  const begin = () => offer(boardItem('browser', { version: 1, sessionId: 'chat_1', policy: FULL_POLICY }));
  const isOpen = (item: WorkItem) => platform.work.events(item).length > 0;
  const reportOf = async (item: WorkItem) =>
    JSON.parse((await platform.work.answer(item)).output.toString()) as BrowserReport;
  const command = async (liveId: string): Promise<CommandResult> => {
    const task: CommandTask = {
      version: 1,
      liveId,
      command: { op: 'navigate', url: site.url('/') },
      policy: FULL_POLICY,
    };
    const { output } = await platform.work.answer(offer(boardItem('browser-command', task)));
    return JSON.parse(CommandOutput.decode(output).result.toString()) as CommandResult;
  };

  test('opens as many browsers as it has places for, while the others and no other work wait', async () => {
    const items = Array.from({ length: 12 }, begin);
    await waitUntil(() => items.filter(isOpen).length === 2, 20_000);
    expect(platform.work.waiting).toBe(10);
    const open = items.filter(isOpen);
    expect(await command(open[0]!.id)).toMatchObject({ status: 'ok', tabs: [{ title: 'Home' }] });
    const turn = offer(turnItem(turnTask('nothing', [])));
    expect(await platform.work.answer(turn)).toMatchObject({ errorCode: '' });
    for (const item of items) platform.work.stopped.add(item.id);
    expect(await Promise.all(open.map(reportOf))).toMatchObject([{ reason: 'closed' }, { reason: 'closed' }]);
    await Promise.all(items.map(reportOf));
  });

  test('reports browsers whose Chromium was killed, and opens new ones', async () => {
    const item = begin();
    await waitUntil(() => isOpen(item), 20_000);
    for (const leader of chromiumChildren()) process.kill(-leader, 'SIGKILL');
    expect(await reportOf(item)).toMatchObject({ reason: 'crashed' });
    expect(await command(item.id)).toMatchObject({
      status: 'gone',
      error: { code: 'BROWSER_GONE', message: 'The browser has ended: crashed.' },
    });
    const next = begin();
    await waitUntil(() => isOpen(next), 20_000);
    expect(await command(next.id)).toMatchObject({ status: 'ok' });
  });

  test('ends its browsers when it stops, and reports them', async () => {
    const item = begin();
    await waitUntil(() => isOpen(item), 20_000);
    await runner.stop();
    expect(await reportOf(item)).toMatchObject({ reason: 'stopped' });
    expect(chromiumChildren()).toEqual([]);
  });
});

/** The leaders of the process groups of browsers that this process started. */
const chromiumChildren = (): number[] =>
  spawnSync('pgrep', ['-P', String(process.pid), '-f', 'chrom'], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
    .map(Number);
