import type { Frame, Locator } from 'playwright-core';

/** Calls a function of `page-scripts.ts` in a frame. */
export const inFrame = (frame: Frame, script: string, argument?: unknown): Promise<unknown> =>
  frame.evaluate(`(${script})(${argument === undefined ? '' : JSON.stringify(argument)})`);

/** Calls a function of `page-scripts.ts` with the element of a locator. */
export const onElement = (locator: Locator, script: string, argument?: unknown): Promise<unknown> =>
  locator.evaluate(asFunction(script), argument);

/** Calls a function of `page-scripts.ts` with all elements of a locator. */
export const onElements = (locator: Locator, script: string): Promise<unknown> =>
  locator.evaluateAll(asFunction(script));

/** Playwright sends the source of a function; it is never called here. */
const asFunction = (script: string): ((elements: unknown, argument: unknown) => unknown) =>
  // oxlint-disable-next-line typescript/no-implied-eval
  new Function('elements', 'argument', `return (${script})(elements, argument)`) as ReturnType<typeof asFunction>;
