import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 20;

/**
 * Calls the probe until its answer is neither undefined nor false, and returns the answer. A probe that throws is
 * called again.
 *
 * @throws after `timeoutMs`, with the last error of the probe as the cause.
 */
export async function waitUntil<T>(
  probe: () => T | Promise<T>,
  timeoutMs = 10_000,
): Promise<Exclude<T, undefined | false>> {
  const end = performance.now() + timeoutMs;
  let cause: unknown;
  while (performance.now() < end) {
    try {
      const answer = await probe();
      if (answer !== undefined && answer !== false) return answer as Exclude<T, undefined | false>;
    } catch (error) {
      cause = error;
    }
    await delay(POLL_MS);
  }
  throw new Error(`The condition was not met within ${timeoutMs} ms.`, { cause });
}
