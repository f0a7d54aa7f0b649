import type { Page } from 'playwright-core';
import type { BrowserAgentCommand, BrowserTarget } from '@assay/contract/areas/browsers/command';
import { targetText } from '../../../domain/browsers/target-text.ts';
import type { BrowserTab } from '../browser-tab.ts';
import { CommandFault } from '../command-fault.ts';
import type { LiveBrowser } from '../live-browser.ts';
import { findTarget, type FoundTarget, type ViewPoint } from './find-target.ts';
import { onElement } from './in-page.ts';
import { OPTIONS, SCROLL_BY } from './page-scripts.ts';
import { actFault } from './act-fault.ts';

type Act = Extract<BrowserAgentCommand, { op: 'act' }>;
/** Does one verb. */
type DoVerb = (tab: BrowserTab, command: Act, browser: LiveBrowser) => Promise<void>;

const DIRECTIONS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] } as const;
const MAX_OPTIONS = 30;

/** Acts on a page, its tab or its dialog. */
export async function act(browser: LiveBrowser, tab: BrowserTab, command: Act): Promise<void> {
  try {
    await VERBS[command.verb](tab, command, browser);
  } catch (error) {
    throw actFault(error, command.target ? targetText(command.target) : 'The page');
  }
}

const VERBS: Record<Act['verb'], DoVerb> = {
  click: async (tab, { target, clickType = 'left' }) => {
    const { locator, point } = await targetOf(tab, target, 'click');
    const options = {
      button: clickType === 'right' ? 'right' : 'left',
      clickCount: clickType === 'double' ? 2 : 1,
    } as const;
    await (point ? tab.page.mouse.click(point.x, point.y, options) : locator.click(options));
  },
  type: async (tab, { target, text, secret, submit }, { secrets }) => {
    if (text === undefined) throw missing('type', 'text');
    if (secret && text !== '') secrets.push(text);
    const found = target && (await findTarget(tab, target));
    if (found?.locator) await found.locator.fill(text);
    else {
      if (found?.point) await tab.page.mouse.click(found.point.x, found.point.y);
      await tab.page.keyboard.insertText(text);
    }
    if (submit) await (found?.locator ? found.locator.press('Enter') : tab.page.keyboard.press('Enter'));
  },
  press: async (tab, { target, key }) => {
    if (key === undefined) throw missing('press', 'key');
    const found = target && (await findTarget(tab, target));
    if (found?.point) await tab.page.mouse.click(found.point.x, found.point.y);
    await (found?.locator ? found.locator.press(key) : tab.page.keyboard.press(key));
  },
  scroll: async (tab, { target, direction, amount }) => {
    const found = target && (await findTarget(tab, target));
    if (found?.locator && !direction) return found.locator.scrollIntoViewIfNeeded();
    const [x, y] = DIRECTIONS[direction ?? 'down'];
    await onElement(found?.locator ?? tab.page.locator(':root'), SCROLL_BY, { x, y, ...(amount && { amount }) });
  },
  hover: async (tab, { target }) => {
    const { locator, point } = await targetOf(tab, target, 'hover');
    await (point ? tab.page.mouse.move(point.x, point.y) : locator.hover());
  },
  drag: async (tab, { target, to }) => {
    const [from, drop] = [await targetOf(tab, target, 'drag'), await targetOf(tab, to, 'drag', 'to')];
    if (from.locator && drop.locator) return from.locator.dragTo(drop.locator);
    await dragByMouse(tab.page, await pointOf(from), await pointOf(drop));
  },
  select: async (tab, { target, values }) => {
    if (!values) throw missing('select', 'values');
    const { locator } = await targetOf(tab, target, 'select');
    if (!locator) throw missing('select', 'target that names an element');
    const options = (await onElement(locator, OPTIONS)) as { value: string; label: string }[] | null;
    if (!options)
      throw new CommandFault(
        'TARGET_NOT_READY',
        `${targetText(target!)} is not a select: click it, then click the option.`,
      );
    const chosen = values.map((wanted) => chosenOption(options, wanted, target!));
    await locator.selectOption(chosen.map(({ value }) => ({ value })));
  },
  close_tab: (tab, _command, browser) => browser.closeTab(tab),
  activate_tab: (tab, _command, browser) => browser.activate(tab),
  accept_dialog: (tab, { text }) => answerDialog(tab, true, text),
  dismiss_dialog: (tab) => answerDialog(tab, false),
};

async function targetOf(
  tab: BrowserTab,
  target: BrowserTarget | undefined,
  verb: string,
  field = 'target',
): Promise<FoundTarget> {
  if (!target) throw missing(verb, field);
  return findTarget(tab, target);
}

const missing = (verb: string, field: string) =>
  new CommandFault('INVALID_COMMAND', `"${verb}" needs the field "${field}".`);

function chosenOption(options: { value: string; label: string }[], wanted: string, target: BrowserTarget) {
  const option = options.find(({ value }) => value === wanted) ?? options.find(({ label }) => label === wanted.trim());
  if (option) return option;
  const more = options.length - MAX_OPTIONS;
  const labels = options
    .slice(0, MAX_OPTIONS)
    .map(({ value, label }) => (label === value ? `"${label}"` : `"${label}" (${value})`));
  throw new CommandFault(
    'OPTION_NOT_FOUND',
    `${targetText(target)} has no option "${wanted}". Its options are: ${labels.join(', ') || 'none'}${more > 0 ? `, and ${more} more` : ''}.`,
  );
}

async function pointOf({ locator, point }: FoundTarget): Promise<ViewPoint> {
  if (point) return point;
  const box = await locator.boundingBox();
  if (!box) throw new CommandFault('TARGET_NOT_READY', 'The element to drag has no place on the page.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function dragByMouse({ mouse }: Page, from: ViewPoint, to: ViewPoint): Promise<void> {
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(to.x, to.y, { steps: 5 });
  await mouse.up();
}

async function answerDialog(tab: BrowserTab, isAccepted: boolean, text?: string): Promise<void> {
  if (!tab.openDialog) throw new CommandFault('NO_DIALOG', `The tab ${tab.id} shows no dialog.`);
  await tab.answerDialog(isAccepted, text);
}
