import { BROWSER_DEFAULTS, openBrowsers } from '@assay/browser/browsers';
import { findChromium } from '@assay/browser/find-chromium';
import type { Browsers } from '@assay/browser/isolated-context';
import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { connectSession } from '@assay/mcp/connect';
import type { McpSession } from '@assay/mcp/session';
import { startFaultyWidgets } from '@assay/testkit/mcp-servers/faulty-widgets';
import { openWidget, type Widget, type WidgetOptions } from '../../src/reach/widgets/widget-host.ts';
import { silentLog } from '../support/platform-stand-in.ts';

const chromium = findChromium(process.env);
const egress = openEgress(ONE_MACHINE_EGRESS);
export const never = new AbortController().signal;

/** Tests that need Chromium are skipped where there is none. */
export const withBrowser = chromium === undefined ? describe.skip : describe;

/** One Chromium, and a server with widgets. */
export class WidgetBench {
  server!: Awaited<ReturnType<typeof startFaultyWidgets>>;
  session!: McpSession;
  browsers: Browsers | undefined;
  readonly #open: Widget[] = [];

  async start(): Promise<void> {
    this.server = await startFaultyWidgets();
    this.session = await this.connect(this.server.url);
    this.browsers = chromium && openBrowsers({ ...BROWSER_DEFAULTS, ...chromium }, egress, silentLog);
  }

  connect(url: string): Promise<McpSession> {
    return connectSession({ serverId: 'srv_1', serverName: 'widgets', url, egress });
  }

  /** Calls a tool and shows its widget. */
  async show(name: string, more: Partial<WidgetOptions> = {}): Promise<Widget> {
    const { session, server, browsers } = this;
    const args = { n: 1 };
    const widget = await openWidget({
      browsers,
      share: 'org_1',
      session,
      tools: server.tools,
      call: {
        tool: server.tools.find((each) => each.name === name)!,
        arguments: args,
        result: (await session.callTool(name, args)).value,
      },
      signal: never,
      ...more,
    });
    this.#open.push(widget);
    return widget;
  }

  closeWidgets(): Promise<unknown> {
    return Promise.all(this.#open.splice(0).map((widget) => widget.close()));
  }

  async stop(): Promise<void> {
    await this.closeWidgets();
    await this.browsers?.close();
    await this.session.close();
    await this.server.stop();
  }
}

/** The tree without references, which depend on the frames of the host. */
export const treeOf = async (widget: Widget) => (await widget.snapshot())?.tree.replaceAll(/ \[ref=\w+\]/g, '');
