import { hostFilter } from '@assay/browser/allowed-hosts';
import type { BrowserAgentCommand } from '@assay/contract/areas/browsers/command';
import type { EffectivePolicy } from '@assay/contract/areas/browsers/policy';
import type { BrowserTab } from '../browser-tab.ts';
import { CommandFault } from '../command-fault.ts';

/** The verbs of a browser in read-only mode. */
const HARMLESS_VERBS = new Set(['scroll', 'hover', 'close_tab', 'activate_tab', 'dismiss_dialog']);
/** Verbs that touch no page, so that they are allowed on any. */
const TAB_VERBS = new Set(['close_tab', 'activate_tab']);

/**
 * Refuses what the present policy does not allow. The hosts of the first policy hold for every request of every page; a
 * narrower policy of later decides which pages are opened, looked at and acted on.
 */
export function refuseByPolicy(
  command: BrowserAgentCommand,
  { mode, allowedHosts, screenshots }: EffectivePolicy,
  tab: BrowserTab,
): void {
  const isAllowed = hostFilter(allowedHosts);
  if (mode === 'read_only' && command.op === 'act' && !HARMLESS_VERBS.has(command.verb))
    throw new CommandFault(
      'READ_ONLY',
      `This browser is read-only: "${command.verb}" is refused. Pages can be opened, observed, scrolled and hovered over.`,
    );
  if (!screenshots && takesScreenshot(command))
    throw new CommandFault('SCREENSHOTS_NOT_ALLOWED', 'The policy of this browser allows no screenshots.');
  if (command.op === 'navigate') return refuseAddress(command.url, isAllowed);
  if (command.op !== 'act' || !TAB_VERBS.has(command.verb)) refusePage(tab, allowedHosts);
}

/** Refuses to look at the page of a tab that the present policy does not allow: a command may have led there. */
export function refusePage({ url }: BrowserTab, allowedHosts: EffectivePolicy['allowedHosts']): void {
  if (/^https?:/.test(url) && !hostFilter(allowedHosts)(new URL(url)))
    throw new CommandFault(
      'HOST_NOT_ALLOWED',
      `The tab is at ${new URL(url).host}, which the policy of this browser does not allow. Navigate elsewhere.`,
    );
}

function refuseAddress(address: string, isAllowed: (url: URL) => boolean): void {
  const url = URL.parse(address);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new CommandFault('INVALID_COMMAND', 'Only http and https addresses are opened, written in full.');
  if (!isAllowed(url))
    throw new CommandFault('HOST_NOT_ALLOWED', `The policy of this browser does not allow the host ${url.host}.`);
}

const takesScreenshot = (command: BrowserAgentCommand): boolean =>
  command.op === 'observe' ? command.mode === 'screenshot' : command.observeAfter === 'screenshot';
