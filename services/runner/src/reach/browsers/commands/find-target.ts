import type { Frame, Locator } from 'playwright-core';
import { takeSnapshot } from '@assay/browser/snapshot';
import type { BrowserTarget } from '@assay/contract/areas/browsers/command';
import { presentText, targetText } from '../../../domain/browsers/target-text.ts';
import type { BrowserTab } from '../browser-tab.ts';
import { CommandFault } from '../command-fault.ts';
import { onElements } from './in-page.ts';
import { DESCRIBE } from './page-scripts.ts';

/** A point of the viewport, in CSS pixels. */
export interface ViewPoint {
  x: number;
  y: number;
}

export type FoundTarget = { locator: Locator; point?: undefined } | { locator?: undefined; point: ViewPoint };

/**
 * The one element that a target names, or its point. Hidden elements do not count, but for references.
 * @throws CommandFault when there is none, or when there are several and the target does not say which.
 */
export async function findTarget(tab: BrowserTab, target: BrowserTarget): Promise<FoundTarget> {
  const { ref, nth, x, y } = target;
  if (ref !== undefined) return { locator: await byReference(tab, ref) };
  if (target.role === undefined && target.selector === undefined && target.text === undefined)
    return { point: { x: x ?? 0, y: y ?? 0 } };
  for (const frame of tab.page.frames()) {
    for (const candidate of candidatesIn(frame, target)) {
      const locator = candidate.filter({ visible: true });
      const count = await counted(locator, target);
      if (count === 0) continue;
      if (nth !== undefined ? nth < count : count === 1) return { locator: locator.nth(nth ?? 0) };
      throw await ambiguity(locator, target, count);
    }
  }
  const { elements } = await takeSnapshot(tab.page);
  throw new CommandFault(
    'TARGET_NOT_FOUND',
    `The page has no visible element for ${targetText(target)}. ${presentText(elements, target)}`,
  );
}

/** A snapshot makes the references of all elements known, also after one of a part of the page. */
async function byReference({ page }: BrowserTab, ref: string): Promise<Locator> {
  const locator = page.getByRef(ref);
  if ((await locator.count()) > 0) return locator;
  const { elements } = await takeSnapshot(page);
  if ((await locator.count()) > 0) return locator;
  throw new CommandFault(
    'TARGET_STALE',
    `${targetText({ ref })} is not on the page any more: references are of the newest snapshot. ${presentText(elements, {})}`,
  );
}

/** Exact names and texts come first. */
function candidatesIn(frame: Frame, { role, name, selector, text }: BrowserTarget): Locator[] {
  const exactly = [true, false];
  if (role !== undefined) {
    const byRole = role as Parameters<Frame['getByRole']>[0];
    return name === undefined
      ? [frame.getByRole(byRole)]
      : exactly.map((exact) => frame.getByRole(byRole, { name, exact }));
  }
  if (selector !== undefined) return [frame.locator(`css=${selector}`)];
  return exactly.map((exact) => frame.getByText(text!, { exact }));
}

async function counted(locator: Locator, target: BrowserTarget): Promise<number> {
  try {
    return await locator.count();
  } catch (error) {
    if (target.selector === undefined || !/selector/i.test(String(error))) throw error;
    throw new CommandFault('INVALID_COMMAND', `${targetText(target)} is not a valid CSS selector.`);
  }
}

async function ambiguity(locator: Locator, target: BrowserTarget, count: number): Promise<CommandFault> {
  if (target.nth !== undefined)
    return new CommandFault(
      'TARGET_NOT_FOUND',
      `${targetText(target)} is not there: ${count} elements fit, from nth 0.`,
    );
  const found = (await onElements(locator, DESCRIBE)) as string[];
  const listed = found.map((each, i) => `nth ${i}: ${each}`).join('; ');
  return new CommandFault(
    'TARGET_AMBIGUOUS',
    `${count} elements fit ${targetText(target)}. Say which with nth: ${listed}`,
  );
}
