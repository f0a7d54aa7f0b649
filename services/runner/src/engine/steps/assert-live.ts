import { setTimeout as pause } from 'node:timers/promises';
import type { WidgetAssertion } from '@assay/contract/areas/cases/widget';
import type { LiveVerdict } from '@assay/contract/areas/transcripts/documents';
import { MASK } from '@assay/browser/snapshot';
import { quoteValue } from '@assay/grading/quote';
import type { Locator } from 'playwright-core';
import { actFault } from '../../domain/widgets/act-fault.ts';
import { pageWords, targetWords } from '../../domain/widgets/target-words.ts';
import { brokenWidget, NO_BROWSER, noWidget } from './interact.ts';
import type { ShownWidget } from './shown-widget.ts';
import type { StepContext } from './step-context.ts';
import { widgetElement } from './widget-locator.ts';
import type { WidgetWatch } from './widget-watch.ts';

/** How long a page may take to become as it is expected, and between two looks at it, in milliseconds. */
const [LIVE_MS, LOOK_EVERY_MS] = [2_000, 50];

/** Whether an expectation holds, and both in words. */
interface Finding {
  holds: boolean;
  met: string;
  broken: string;
}

/**
 * The verdict of an assertion about the widget of the latest call of a tool, as its page is now; the page has two
 * seconds to become so. Without a browser, or after it broke down, the verdict is `error`.
 * @throws the reason of the signal.
 */
export async function assertLive(
  assertion: WidgetAssertion,
  { widgets, signal }: Pick<StepContext, 'widgets' | 'signal'>,
): Promise<LiveVerdict> {
  if (!widgets) return { status: 'error', reason: NO_BROWSER };
  const shown = widgets.latestOf(assertion.toolName);
  if (!shown) return { status: 'failed', reason: noWidget(assertion.toolName) };
  if (shown.fault) return lost(shown);
  try {
    const { holds, met, broken } = await find(assertion, { widgets, shown, signal });
    // A page that broke meanwhile was not seen to be otherwise.
    if (!holds && shown.fault) return lost(shown);
    return holds ? { status: 'passed', reason: met } : { status: 'failed', reason: broken };
  } catch (error) {
    signal.throwIfAborted();
    if (shown.fault) return lost(shown);
    const message = error instanceof Error ? error.message : String(error);
    return { status: 'failed', reason: `The page could not be read: ${actFault(message)}.` };
  }
}

const lost = (shown: ShownWidget): LiveVerdict => ({
  status: shown.fault!.isUnwatched ? 'error' : 'failed',
  reason: brokenWidget(shown),
});

interface Scene {
  widgets: WidgetWatch;
  shown: ShownWidget;
  signal: AbortSignal;
}

async function find(assertion: WidgetAssertion, { widgets, shown, signal }: Scene): Promise<Finding> {
  const { frame, call } = shown;
  switch (assertion.kind) {
    case 'textVisible': {
      const text = `The text ${quoteValue(assertion.text)}`;
      const holds = await becomes(frame.getByText(assertion.text).filter({ visible: true }).first(), 'visible');
      return {
        holds,
        met: `${text} is on the page.`,
        broken: `${text} is not on the page. ${pageWords(shown.snapshot)}`,
      };
    }
    case 'elementVisible':
    case 'elementHidden': {
      const wanted = assertion.kind === 'elementVisible' ? 'visible' : 'hidden';
      const target = targetWords(assertion.target);
      const holds = await becomes(widgetElement(frame, assertion.target), wanted);
      const [is, isNot] = [`An element that is ${target} is visible.`, `No visible element is ${target}.`];
      const there = holds ? '' : ` ${pageWords(shown.snapshot, assertion.target)}`;
      return wanted === 'visible' ? { holds, met: is, broken: isNot + there } : { holds, met: isNot, broken: is };
    }
    case 'inputValue':
      return inputValue(assertion, shown, signal);
    case 'widgetToolCalled': {
      const { calledToolName } = assertion;
      const called = quoteValue(calledToolName);
      const holds = await until(() => widgets.hasCalled(call.toolName, calledToolName), signal);
      return {
        holds,
        met: `The widget of ${quoteValue(call.toolName)} called ${called}.`,
        broken: `The widget of ${quoteValue(call.toolName)} did not call ${called}.`,
      };
    }
  }
}

async function inputValue(
  { target, equals }: Extract<WidgetAssertion, { kind: 'inputValue' }>,
  { frame, snapshot }: ShownWidget,
  signal: AbortSignal,
): Promise<Finding> {
  const words = targetWords(target);
  const element = widgetElement(frame, target);
  if (!(await becomes(element, 'attached'))) {
    const broken = `No visible element is ${words}. ${pageWords(snapshot, target)}`;
    return { holds: false, met: '', broken };
  }
  let value = '';
  const holds = await until(async () => {
    value = await element.inputValue({ timeout: LIVE_MS });
    return value === equals;
  }, signal);
  const isPassword = (await element.getAttribute('type', { timeout: LIVE_MS })) === 'password';
  const seen = isPassword ? MASK : quoteValue(value);
  const wanted = isPassword ? 'the expected value' : quoteValue(equals);
  return { holds, met: `The input ${words} has ${wanted}.`, broken: `The input ${words} has ${seen}, not ${wanted}.` };
}

/** Whether an element becomes so within the time. @throws what playwright says of a malformed selector. */
async function becomes(element: Locator, state: 'visible' | 'hidden' | 'attached'): Promise<boolean> {
  try {
    await element.waitFor({ state, timeout: LIVE_MS });
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return false;
    throw error;
  }
}

/** Whether something becomes true within the time. */
async function until(holds: () => boolean | Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  for (const deadline = performance.now() + LIVE_MS; ;) {
    if (await holds()) return true;
    if (performance.now() > deadline) return false;
    await pause(LOOK_EVERY_MS, undefined, { signal });
  }
}
