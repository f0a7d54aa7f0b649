import { setTimeout as pause } from 'node:timers/promises';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import type { WidgetAction } from '@assay/contract/areas/cases/widget';
import { given } from '@assay/contract/given';
import { quoteValue } from '@assay/grading/quote';
import type { Locator } from 'playwright-core';
import { actFault } from '../../domain/widgets/act-fault.ts';
import { pageChanges } from '../../domain/widgets/page-changes.ts';
import { pageWords, targetWords } from '../../domain/widgets/target-words.ts';
import type { StepOutcome } from '../../reach/recording/recorder.ts';
import type { ShownWidget } from './shown-widget.ts';
import type { StepContext } from './step-context.ts';
import { widgetElement } from './widget-locator.ts';

type InteractStep = Extract<EvalTestStep, { kind: 'interact' }>;
type Acting = Pick<StepContext, 'widgets' | 'signal'>;

/** How long an element may take to appear and to become ready, and a text by default, in milliseconds. */
const ACT_MS = 3_000;
const SCROLL_PX = 400;
const MAX_OPTIONS = 20;

export const NO_BROWSER = 'No browser observed this iteration, so nothing is known about its widgets.';

/**
 * Acts on the widget of the latest call of a tool. An obstacle that would stop a person fails the step, with a reason
 * that says what is on the page; where the browser is missing or broke down, the step is skipped.
 * @throws the reason of the signal.
 */
export async function interact({ toolName, action }: InteractStep, { widgets, signal }: Acting): Promise<StepOutcome> {
  if (!widgets) return { status: 'skipped', reason: NO_BROWSER };
  const shown = widgets.latestOf(toolName);
  if (!shown) return { status: 'fail', reason: noWidget(toolName) };
  if (shown.fault) return unusable(shown);
  const before = shown.snapshot;
  const reason = await act(action, shown, signal);
  signal.throwIfAborted();
  await shown.settle();
  // The act may have broken the page: then the page says nothing about the act.
  if (shown.fault) return unusable(shown);
  const screenshot = await widgets.look(shown);
  const changes = pageChanges(before, shown.snapshot);
  return {
    status: reason === undefined ? 'ok' : 'fail',
    ...(reason !== undefined && { reason: `${reason} ${pageWords(shown.snapshot, wantedIn(action))}` }),
    ...given({ changes, screenshot }),
  };
}

export const noWidget = (toolName: string): string => `No call of the tool ${quoteValue(toolName)} came before.`;

/** Why nothing can be done with a widget, in words. */
export const brokenWidget = ({ call, fault }: ShownWidget): string =>
  `The widget of ${quoteValue(call.toolName)} is not there: ${fault!.reason}`;

const unusable = (shown: ShownWidget): StepOutcome => ({
  status: shown.fault!.isUnwatched ? 'skipped' : 'fail',
  reason: brokenWidget(shown),
});

const wantedIn = (action: WidgetAction) => ('target' in action ? action.target : {});

/** Acts; answers why it could not, or undefined. */
async function act(action: WidgetAction, shown: ShownWidget, signal: AbortSignal): Promise<string | undefined> {
  const limits = { timeout: ACT_MS };
  try {
    switch (action.kind) {
      case 'key':
        await shown.page.keyboard.press(action.key);
        return undefined;
      case 'wait':
        await pause(action.ms, undefined, { signal });
        return undefined;
      case 'waitForText': {
        const { text, ms: timeout = ACT_MS } = action;
        const found = shown.frame.getByText(text).filter({ visible: true }).first();
        await found.waitFor({ timeout });
        return undefined;
      }
      case 'scroll': {
        const { direction, amount = SCROLL_PX } = action;
        const box = await shown.page.locator('iframe').first().boundingBox(limits);
        if (box) await shown.page.mouse.move(box.x + box.width / 2, box.y + Math.min(box.height, 600) / 2);
        await shown.page.mouse.wheel(0, direction === 'down' ? amount : -amount);
        return undefined;
      }
      default: {
        const element = widgetElement(shown.frame, action.target);
        await element.waitFor({ state: 'attached', ...limits });
        await actOn(action, element, limits);
        return undefined;
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    return reasonOf(error, action, shown);
  }
}

type TargetedAction = Extract<WidgetAction, { target: object }>;

function actOn(action: TargetedAction, element: Locator, limits: { timeout: number }): Promise<unknown> {
  switch (action.kind) {
    case 'click': {
      const { clickType = 'left' } = action;
      if (clickType === 'double') return element.dblclick(limits);
      return element.click({ button: clickType, ...limits });
    }
    case 'type':
      return element.fill(action.text, limits);
    case 'hover':
      return element.hover(limits);
    case 'select':
      return element.selectOption(action.values, limits);
  }
}

async function reasonOf(error: unknown, action: WidgetAction, shown: ShownWidget): Promise<string> {
  const message = error instanceof Error ? error.message : String(error);
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  if (action.kind === 'waitForText' && isLate)
    return `The text ${quoteValue(action.text)} did not appear within ${action.ms ?? ACT_MS} ms.`;
  if (!('target' in action)) return `The action ${action.kind} failed: ${actFault(message)}.`;
  const target = targetWords(action.target);
  if (isLate && message.startsWith('locator.waitFor')) return `No visible element is ${target}.`;
  const options = action.kind === 'select' ? await optionsOf(widgetElement(shown.frame, action.target)) : '';
  return `The action ${action.kind} on ${target} failed: ${actFault(message)}.${options}`;
}

/** The options that a select has, in words; empty for another element, or when the page does not answer. */
async function optionsOf(element: Locator): Promise<string> {
  const labels = await element
    .evaluate(
      (each) =>
        [...((each as unknown as { options?: Iterable<{ label: string }> }).options ?? [])].map(({ label }) => label),
      undefined,
      { timeout: ACT_MS },
    )
    .catch(() => []);
  return labels.length === 0 ? '' : ` It has the options ${labels.slice(0, MAX_OPTIONS).map(quoteValue).join(', ')}.`;
}
