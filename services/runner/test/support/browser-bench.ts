import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BROWSER_DEFAULTS, openBrowsers } from '@assay/browser/browsers';
import { findChromium } from '@assay/browser/find-chromium';
import type {
  BrowserEvent,
  BrowserReport,
  BrowserTask,
  CommandResult,
} from '@assay/contract/areas/browsers/browser-work';
import type { BrowserAgentCommand } from '@assay/contract/areas/browsers/command';
import type { EffectivePolicy } from '@assay/contract/areas/browsers/policy';
import { given } from '@assay/contract/given';
import { CommandOutput, type Screenshot } from '@assay/mesh/gen/assay/v1/browsers';
import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { newId } from '@assay/kit/id';
import { waitUntil } from '@assay/testkit/until';
import { boardItem } from '@assay/testkit/work/work-board';
import type { WorkEnding } from '@assay/work/runner/work-handler';
import { WorkInHand } from '@assay/work/runner/work-in-hand';
import { browserHandler } from '../../src/handlers/browser/browser-handler.ts';
import { browserCommandHandler } from '../../src/handlers/browser-command/browser-command-handler.ts';
import { LiveBrowsers } from '../../src/reach/browsers/live-browsers.ts';
import { keyEncryptionKey, silentLog } from './platform-stand-in.ts';

export const chromium = findChromium(process.env);
/** Tests that need a browser are skipped on a machine without one. */
export const withBrowser = chromium ? describe : describe.skip;

export const FULL_POLICY: EffectivePolicy = {
  mode: 'interactive',
  maxCommands: 200,
  idleTimeoutMs: 120_000,
  lifetimeMs: 600_000,
  screenshots: true,
};

/** A browser that is held open as its work item. */
export interface OpenedBrowser {
  id: string;
  inHand: WorkInHand;
  ending: Promise<WorkEnding | undefined>;
  report(): Promise<BrowserReport>;
  events(): BrowserEvent[];
}

/** The parts of a runner that hold browsers and carry out commands, without leases. */
export class BrowserBench {
  readonly live = new LiveBrowsers();
  readonly browsers = openBrowsers(
    { ...BROWSER_DEFAULTS, ...chromium!, contexts: 8 },
    openEgress(ONE_MACHINE_EGRESS),
    silentLog,
  );

  async open(policy: Partial<EffectivePolicy> = {}, task: Partial<BrowserTask> = {}): Promise<OpenedBrowser> {
    const opened = this.begin(policy, task);
    await waitUntil(() => opened.events().some(({ type }) => type === 'opened'), 20_000);
    return opened;
  }

  /** Begins to open a browser, which may have to wait. */
  begin(policy: Partial<EffectivePolicy> = {}, task: Partial<BrowserTask> = {}): OpenedBrowser {
    const whole: BrowserTask = { version: 1, sessionId: newId('chat'), policy: { ...FULL_POLICY, ...policy }, ...task };
    const inHand = new WorkInHand(boardItem('browser', whole, { id: newId('browser'), organizationId: 'org' }));
    const ending = browserHandler({ browsers: this.browsers, live: this.live, key: keyEncryptionKey, log: silentLog })(
      inHand,
    );
    const report = async () => JSON.parse((await ending)!.output.toString()) as BrowserReport;
    const events = () => inHand.unheard.map(({ body }) => JSON.parse(body.toString()) as BrowserEvent);
    return { id: inHand.item.id, inHand, ending, report, events };
  }

  async command(
    liveId: string,
    command: BrowserAgentCommand,
    { policy, tabId }: { policy?: Partial<EffectivePolicy>; tabId?: string } = {},
  ): Promise<CommandResult & { screenshots: Screenshot[] }> {
    const task = {
      version: 1,
      liveId,
      command,
      ...given({ tabId }),
      policy: { ...FULL_POLICY, ...policy },
    };
    const inHand = new WorkInHand(boardItem('browser-command', task));
    const ending = await browserCommandHandler({ live: this.live, log: silentLog })(inHand);
    const { result, screenshots } = CommandOutput.decode(ending!.output);
    return { ...(JSON.parse(result.toString()) as CommandResult), screenshots };
  }

  close(): Promise<void> {
    return this.browsers.close();
  }
}

/** A site on this machine whose pages are given by their paths. */
export async function startSite(
  pages: Record<string, string>,
): Promise<{ url(path: string): string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const body = pages[URL.parse(request.url ?? '/', 'http://localhost')!.pathname];
    response
      .writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
      .end(body ?? 'none');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
