import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Locator } from 'playwright-core';

/** How long a page may take to show its texts and values, in milliseconds. */
const LOOK_MS = 5_000;
/** A shorter secret is found only where it is the whole value of an input: it would be found in ordinary words. */
const MIN_SECRET = 4;

/**
 * The elements of a page that an image must not show: inputs of passwords, and elements that show a secret. The secrets are
 * compared here, so that no page learns one that it does not have; undefined when the page does not answer.
 */
export async function coveredElements(frame: Frame, secrets: readonly string[]): Promise<Locator[] | undefined> {
  const long = secrets.filter(({ length }) => length >= MIN_SECRET);
  const holding = (text: string) => long.filter((secret) => text.includes(secret));
  const holds = (value: string) => secrets.includes(value) || holding(value).length > 0;
  const inputs = frame.locator('input, textarea');
  const over = new AbortController();
  try {
    const seen = await Promise.race([
      Promise.all([
        inputs.evaluateAll((all) => all.map((each) => String((each as unknown as { value?: string }).value))),
        frame.locator('body').innerText({ timeout: LOOK_MS }),
      ]),
      pause(LOOK_MS, undefined, { signal: over.signal }),
    ]);
    if (!seen) return undefined;
    const [values, text] = seen;
    return [
      frame.locator('input[type=password]'),
      ...values.flatMap((value, index) => (holds(value) ? [inputs.nth(index)] : [])),
      ...holding(text).map((secret) => frame.getByText(secret)),
    ];
  } catch {
    return undefined;
  } finally {
    over.abort();
  }
}
