import type { Locator } from 'playwright-core';
import { takeSnapshot } from '@assay/browser/snapshot';
import type { CommandObservation } from '@assay/contract/areas/browsers/browser-work';
import type { BrowserAgentCommand } from '@assay/contract/areas/browsers/command';
import type { Screenshot } from '@assay/mesh/gen/assay/v1/browsers';
import { redactDocument } from '@assay/kit/security/redact';
import { clipText } from '../../../domain/turns/tool-text.ts';
import type { BrowserTab } from '../browser-tab.ts';
import { CommandFault, dialogFault } from '../command-fault.ts';
import type { LiveBrowser } from '../live-browser.ts';
import { findTarget } from './find-target.ts';
import { onElement } from './in-page.ts';
import { listRequests, readRequest } from './network.ts';
import { CLEAN_MARKUP, INNER_TEXT } from './page-scripts.ts';
import { takeScreenshot } from './screenshot.ts';

type Observation = Extract<BrowserAgentCommand, { op: 'observe' }>;
/** The part of an observation that its mode adds. */
type Seen = Partial<CommandObservation> & { screenshots?: Screenshot[] };
type Look = (tab: BrowserTab, command: Observation, browser: LiveBrowser) => Promise<Seen>;

const MAX_TEXT = 100_000;
/** At most this many entries, and this much of the text of one, in characters. */
const [MAX_ENTRIES, MAX_ENTRY] = [200, 1_000];
/** At most this many tools of a page, and this much of a text and of a schema of one, in characters. */
const MAX_TOOLS = 200;
const [MAX_TOOL_TEXT, MAX_SCHEMA] = [2_000, 20_000];
/** The modes that do not ask the page itself, so that an open dialog is no hindrance. */
const OUTSIDE_MODES = new Set<Observation['mode']>(['console', 'dialog', 'network', 'url']);

/** Looks at a page, in the mode of the command. */
export async function observe(
  browser: LiveBrowser,
  tab: BrowserTab,
  command: Observation,
): Promise<{ observation: CommandObservation; screenshots: Screenshot[] }> {
  const { mode } = command;
  if (tab.openDialog && !OUTSIDE_MODES.has(mode)) throw dialogFault();
  const { screenshots = [], ...seen } = await LOOKS[mode](tab, command, browser);
  return { observation: { mode, url: tab.url, title: await tab.title(), ...seen }, screenshots };
}

const LOOKS: Record<Observation['mode'], Look> = {
  a11y: async (tab, command, { secrets }) => {
    const root = await rootOf(tab, command);
    const snapshot = await takeSnapshot(root ?? tab.page, {
      secrets,
      interactiveOnly: command.filter === 'interactive',
    });
    return { snapshot };
  },
  screenshot: async (tab, { fullPage }, browser) => {
    const { screenshot, isClipped } = await takeScreenshot(browser, tab, fullPage);
    return { screenshots: [screenshot], ...(isClipped && { truncated: true }) };
  },
  text: (tab, command) => textOf(tab, command, INNER_TEXT, 'body'),
  dom: (tab, command) => textOf(tab, command, CLEAN_MARKUP, ':root'),
  console: async ({ page }) => {
    const [messages, errors] = [await page.consoleMessages(), await page.pageErrors()];
    const entries = [
      ...messages.map((message) => {
        const { url, lineNumber } = message.location();
        return { type: message.type(), text: message.text(), url, lineNumber, atMs: message.timestamp() };
      }),
      ...errors.map((error) => ({ type: 'exception', text: error.message })),
    ];
    return newest(entries.map((entry) => ({ ...entry, text: clipText(entry.text, MAX_ENTRY) })));
  },
  network: async (tab, { requestId }) =>
    requestId === undefined ? newest(await listRequests(tab)) : { entries: [await readRequest(tab, requestId)] },
  dialog: async ({ dialogs, openDialog }) => ({
    entries: dialogs.map((each) => ({ ...each, isOpen: each === openDialog })),
  }),
  url: async () => ({}),
  page_tools: async (tab) => newest(await listPageTools(tab)),
};

async function textOf(tab: BrowserTab, command: Observation, script: string, whole: string): Promise<Seen> {
  const root = (await rootOf(tab, command)) ?? tab.page.locator(whole).first();
  const text = String(await onElement(root, script, MAX_TEXT + 1));
  return { text: text.slice(0, MAX_TEXT).toWellFormed(), ...(text.length > MAX_TEXT && { truncated: true }) };
}

/** The element that the command looks at; undefined for the whole page. */
async function rootOf(tab: BrowserTab, { rootRef, rootSelector }: Observation): Promise<Locator | undefined> {
  if (rootRef === undefined && rootSelector === undefined) return undefined;
  const target = rootRef === undefined ? { selector: rootSelector! } : { ref: rootRef };
  const { locator } = await findTarget(tab, target);
  if (!locator) throw new CommandFault('TARGET_NOT_FOUND', 'There is no such element.');
  return locator;
}

/** Secrets as they look are masked: headers of credentials, keys, tokens. */
const newest = (entries: Record<string, unknown>[]): Seen => ({
  entries: redactDocument(entries.slice(-MAX_ENTRIES)),
  ...(entries.length > MAX_ENTRIES && { truncated: true }),
});

/**
 * The tools that a page offers to agents by WebMCP (`document.modelContext`), which it registers in scripts or declares in
 * forms; none where the page or the browser knows nothing of it.
 */
async function listPageTools({ page }: BrowserTab): Promise<Record<string, unknown>[]> {
  const tools = await page.webmcp.tools().catch(() => []);
  return tools.slice(0, MAX_TOOLS).map(({ name, description, inputSchema }) => ({
    name: name.slice(0, MAX_TOOL_TEXT),
    description: description.slice(0, MAX_TOOL_TEXT),
    ...(JSON.stringify(inputSchema ?? {}).length <= MAX_SCHEMA && { inputSchema }),
  }));
}
