import type { BrowserAgentCommand } from '@assay/contract/areas/browsers/command';
import type { BrowserTab } from '../browser-tab.ts';
import { CommandFault, dialogFault } from '../command-fault.ts';
import type { LiveBrowser } from '../live-browser.ts';

type Navigation = Extract<BrowserAgentCommand, { op: 'navigate' }>;

/** How long the pictures and scripts of a page that can be read already are waited for, in milliseconds. */
const LOAD_MS = 3_000;
const ERROR_PAGE_MS = 1_000;

/** The tab of a navigation: a new one if the command says so. */
export const tabToNavigate = async (
  browser: LiveBrowser,
  tab: BrowserTab,
  { newTab }: Navigation,
): Promise<BrowserTab> => (newTab ? browser.openTab() : tab);

/** Opens an address. A page that answers with an error of HTTP is a page as well. */
export async function navigate(tab: BrowserTab, { isolated }: LiveBrowser, url: string): Promise<void> {
  if (tab.openDialog) throw dialogFault();
  const { length } = isolated.blocked;
  const response = await tab.page.goto(url, { waitUntil: 'domcontentloaded' }).catch(async (error: unknown) => {
    await errorPageShown(tab, error);
    throw navigationFault(error, isolated.blocked[length]?.reason);
  });
  // The refusal of a plain request is a page of the proxy.
  const blocked = isolated.blocked.slice(length).find((each) => url.startsWith(each.url));
  if (blocked && response && !response.ok())
    throw new CommandFault('NAVIGATION_FAILED', `The request was blocked (${blocked.reason}).`);
  await loaded(tab);
}

/** Chromium shows its page about a failed navigation after the failure was told: it would break the next navigation off. */
async function errorPageShown({ page }: BrowserTab, error: unknown): Promise<void> {
  if (error instanceof Error && /net::(?!ERR_ABORTED)/.test(error.message))
    await page.waitForURL(/^chrome-error:/, { waitUntil: 'commit', timeout: ERROR_PAGE_MS }).catch(() => undefined);
}

/** Goes back or forward in the history of a tab, or loads its page again. */
export async function travel(tab: BrowserTab, op: 'back' | 'forward' | 'reload'): Promise<void> {
  if (tab.openDialog) throw dialogFault();
  if (op !== 'reload') await assertHistory(tab, op);
  const { page } = tab;
  const options = { waitUntil: 'domcontentloaded' } as const;
  try {
    await (op === 'back' ? page.goBack(options) : op === 'forward' ? page.goForward(options) : page.reload(options));
  } catch (error) {
    throw navigationFault(error, undefined);
  }
  await loaded(tab);
}

async function assertHistory(tab: BrowserTab, op: 'back' | 'forward'): Promise<void> {
  const { currentIndex, entries } = await (await tab.cdp()).send('Page.getNavigationHistory');
  if (entries[currentIndex + (op === 'back' ? -1 : 1)]) return;
  const which = op === 'back' ? 'earlier' : 'later';
  throw new CommandFault('NO_HISTORY', `The tab ${tab.id} has no ${which} page in its history.`);
}

/** A page that goes on loading is no failure. */
const loaded = ({ page }: BrowserTab): Promise<void> =>
  page.waitForLoadState('load', { timeout: LOAD_MS }).catch(() => undefined);

function navigationFault(error: unknown, blocked: string | undefined): unknown {
  const message = error instanceof Error ? error.message.split('\n')[0]! : String(error);
  if (blocked !== undefined) return new CommandFault('NAVIGATION_FAILED', `The request was blocked (${blocked}).`);
  if (/download is starting|net::ERR_ABORTED/i.test(message))
    return new CommandFault('NAVIGATION_FAILED', 'The address is a download, or the page broke the navigation off.');
  return /net::|interrupted by another navigation/.test(message)
    ? new CommandFault('NAVIGATION_FAILED', message)
    : error;
}
