import { stripVTControlCharacters } from 'node:util';
import { takeSnapshot } from '@assay/browser/snapshot';
import type { CommandObservation, CommandResult, CommandTask } from '@assay/contract/areas/browsers/browser-work';
import type { EffectivePolicy } from '@assay/contract/areas/browsers/policy';
import type { PageSnapshot } from '@assay/contract/areas/browsers/snapshot';
import { given } from '@assay/contract/given';
import type { Screenshot } from '@assay/mesh/gen/assay/v1/browsers';
import { Deadline } from '@assay/kit/concurrency/deadline';
import { redactText } from '@assay/kit/security/redact';
import { unlessAborted } from '@assay/work/runner/unless-aborted';
import { RunnerStops } from '@assay/work/runner/work-in-hand';
import { treeChanges } from '../../domain/browsers/tree-changes.ts';
import { withoutTyped } from '../../domain/browsers/typed-secrets.ts';
import type { BrowserTab } from './browser-tab.ts';
import { CommandFault, dialogFault } from './command-fault.ts';
import { act } from './commands/act.ts';
import { navigate, tabToNavigate, travel } from './commands/navigate.ts';
import { observe } from './commands/observe.ts';
import { refuseByPolicy, refusePage } from './commands/policy.ts';
import { takeScreenshot } from './commands/screenshot.ts';
import { untilQuiet } from './commands/until-quiet.ts';
import type { LiveBrowser } from './live-browser.ts';
import type { LiveBrowsers } from './live-browsers.ts';

type CommandRequest = Pick<CommandTask, 'command' | 'tabId' | 'policy'>;

interface CommandOutcome {
  result: CommandResult;
  screenshots: Screenshot[];
}

/** The part of a result that a command saw and changed. */
interface Seen {
  observation?: CommandObservation | undefined;
  screenshots?: Screenshot[];
  changes?: CommandResult['changes'];
  dialog?: CommandResult['dialog'];
}

/** How long a command may take, in milliseconds, if its work item allows that. */
const COMMAND_MS = 30_000;
const MAX_MESSAGE = 1_000;
/** Verbs that concern the tab and its dialog, not the page. */
const TAB_VERBS = new Set<string>(['close_tab', 'activate_tab']);
const DIALOG_VERBS = new Set<string>(['accept_dialog', 'dismiss_dialog']);

/** Carries out one command to a browser of this runner. It never throws; what it answers is masked. */
export async function runCommand(
  live: LiveBrowsers,
  liveId: string,
  request: CommandRequest,
  signal: AbortSignal,
): Promise<CommandOutcome> {
  const [startedAt, begin] = [Date.now(), performance.now()];
  const timed = () => ({ version: 1 as const, startedAt, durationMs: Math.round(performance.now() - begin) });
  const browser = live.find(liveId);
  if (!browser) return { result: { ...timed(), ...goneResult(live.endReason(liveId)) }, screenshots: [] };
  return browser.inTurn(async () => {
    using deadline = new Deadline(COMMAND_MS, signal);
    let tab: BrowserTab | undefined;
    try {
      // Its caller may have left while earlier commands went on.
      deadline.signal.throwIfAborted();
      browser.countCommand(request.policy);
      const { tabId } = request;
      tab = tabId === undefined ? await unlessAborted(browser.activeTab(), deadline.signal) : browser.tabOf(tabId);
      const {
        screenshots = [],
        observation,
        changes,
        dialog,
      } = await unlessAborted(carryOut(browser, tab, request), deadline.signal);
      const result: CommandResult = {
        ...timed(),
        status: 'ok',
        ...given({ observation, changes, dialog }),
        tabs: await browser.documents(),
      };
      return { result: withoutTyped({ ...result, ...timed() }, browser.secrets), screenshots };
    } catch (error) {
      const ended = live.endReason(liveId);
      if (ended !== undefined) return { result: { ...timed(), ...goneResult(ended) }, screenshots: [] };
      const dialog = tab?.openDialog;
      const result: CommandResult = {
        ...timed(),
        status: 'failed',
        error: faultOf(error, deadline, signal),
        tabs: await browser.documents(),
        ...(dialog && { dialog: { type: dialog.type, message: dialog.message } }),
      };
      return { result: withoutTyped(result, browser.secrets), screenshots: [] };
    }
  });
}

async function carryOut(browser: LiveBrowser, tab: BrowserTab, { command, policy }: CommandRequest): Promise<Seen> {
  refuseByPolicy(command, policy, tab);
  if (command.op === 'observe') return observe(browser, tab, command);
  if (command.op === 'navigate') {
    const target = await tabToNavigate(browser, tab, command);
    await unlessDialog(target, navigate(target, browser, command.url));
    return after(browser, target, policy, command.observeAfter);
  }
  if (command.op !== 'act') {
    await unlessDialog(tab, travel(tab, command.op));
    return after(browser, tab, policy, command.observeAfter);
  }
  const isOfTab = TAB_VERBS.has(command.verb);
  const isOfPage = !isOfTab && !DIALOG_VERBS.has(command.verb);
  if (isOfPage && tab.openDialog) throw dialogFault();
  const before = isOfPage ? await snapshotOf(browser, tab) : undefined;
  const quiet = untilQuiet(tab);
  try {
    const acted = act(browser, tab, command);
    await (isOfPage ? unlessDialog(tab, acted) : acted);
    if (!isOfTab) await unlessDialog(tab, quiet.wait());
    return await after(browser, isOfTab ? await browser.activeTab() : tab, policy, command.observeAfter, before);
  } finally {
    quiet.stop();
  }
}

/** The observation after a command. */
async function after(
  browser: LiveBrowser,
  tab: BrowserTab,
  { allowedHosts }: EffectivePolicy,
  mode: 'a11y' | 'screenshot' | 'none' = 'none',
  before?: PageSnapshot,
): Promise<Seen> {
  const dialog = tab.openDialog;
  // A page with an open dialog answers nothing.
  if (dialog) return { dialog: { type: dialog.type, message: dialog.message } };
  if (before || mode !== 'none') refusePage(tab, allowedHosts);
  const present = before || mode === 'a11y' ? await snapshotOf(browser, tab) : undefined;
  const changes = before && present && treeChanges(before.tree, present.tree);
  const base = { mode, url: tab.url, title: await tab.title() };
  if (mode === 'screenshot') {
    const { screenshot, isClipped } = await takeScreenshot(browser, tab);
    const observation: CommandObservation = { ...base, ...(isClipped && { truncated: true }) };
    return { observation, changes, screenshots: [screenshot] };
  }
  return { changes, ...(mode === 'a11y' && { observation: { ...base, ...given({ snapshot: present }) } }) };
}

/** Undefined while the page is too busy to answer, or shows a dialog. */
async function snapshotOf(browser: LiveBrowser, tab: BrowserTab): Promise<PageSnapshot | undefined> {
  const snapshot = takeSnapshot(tab.page, { secrets: browser.secrets }).catch(() => undefined);
  return Promise.race([snapshot, tab.dialogOpened.then(() => undefined)]);
}

/** The work, or nothing once a dialog opens: the page goes on when the dialog is answered. */
async function unlessDialog(tab: BrowserTab, work: Promise<unknown>): Promise<void> {
  work.catch(() => undefined);
  await Promise.race([work, tab.dialogOpened]);
}

function goneResult(reason: string | undefined): Pick<CommandResult, 'status' | 'error' | 'tabs'> {
  const message = reason === undefined ? 'This runner does not have the browser.' : `The browser has ended: ${reason}.`;
  return { status: 'gone', error: { code: 'BROWSER_GONE' satisfies CommandFault['code'], message }, tabs: [] };
}

function faultOf(error: unknown, deadline: Deadline, signal: AbortSignal): NonNullable<CommandResult['error']> {
  const fault = (code: CommandFault['code'], message: string) => ({
    code,
    message: redactText(stripVTControlCharacters(message), MAX_MESSAGE),
  });
  if (error instanceof CommandFault) return fault(error.code, error.message);
  if (signal.reason instanceof RunnerStops)
    return fault('RUNNER_STOPPED', 'The runner was stopped during the command, which may have been carried out.');
  if (deadline.signal.aborted || (error instanceof Error && error.name === 'TimeoutError'))
    return fault('TIMEOUT', 'The page did not answer in time. It may be stuck in an endless task: close its tab.');
  return fault('COMMAND_FAILED', error instanceof Error ? error.message.split('\nCall log:')[0]! : String(error));
}
